import { describe, expect, it } from "vitest";
import type { CodexView } from "../../lib/messages";
import { replay, tableOf } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { say } from "./say";

const moments = replay<CodexView>(recorded, mirror);

describe("the sentences of Codex Naturalis", () => {
  it("cover each kind of change", () => {
    for (const { changes, after } of moments) {
      for (const change of changes) {
        const sentence = say.change!(change, tableOf(3), after);
        if (change.kind === "CodexStepStarted") expect(sentence).toBeNull();
        else expect(sentence, change.kind).toMatch(/^[A-Za-z].*\.$/);
      }
    }
  });

  it("name cards by kind and kingdom", () => {
    const placed = { kind: "CodexCardPlaced", seat: 1, card: "G25", side: "FRONT", x: 1, y: 1, points: 4 };
    expect(say.change!(placed, tableOf(2), null)).toBe("bob placed a gold animal card for 4 points.");
    expect(say.change!({ ...placed, card: "R31", side: "BACK", points: 0, seat: 0 }, tableOf(2), null)).toBe("You placed an insect card face down.");
    const drawn = { kind: "CodexCardDrawn", seat: 1, source: "GOLD", back: "GOLD PLANT", card: null };
    expect(say.change!(drawn, tableOf(2), null)).toBe("bob drew a gold plant card from the deck.");
    expect(say.change!({ kind: "CodexCometSeen" }, tableOf(2), null)).toBeUndefined();
  });

  it("add up the points of objectives", () => {
    const scored = { kind: "CodexObjectivesScored", seat: 0, points: [2, 0, 3] };
    expect(say.change!(scored, tableOf(2), null)).toBe("You got 5 points for objectives (2 + 0 + 3).");
  });

  it("never tell the secret objective", () => {
    const chosen = { kind: "CodexObjectiveChosen", seat: 0, objective: "O05" };
    expect(say.change!(chosen, tableOf(2), null)).toBe("You kept a secret objective.");
  });

  it("ask and name the main button for each legal action", () => {
    for (const { prompt, before, actions } of moments.filter(({ prompt: found }) => found !== null)) {
      expect(say.ask!(prompt!, before, tableOf(3)).title).not.toBe("");
      for (const action of actions) expect(say.action!(action, before, tableOf(3))).toMatch(/^(Place on [1-9]|Draw |Lay it |Take |Keep )/);
    }
  });

  it("give the points by kind at the end, the total last", () => {
    const { after } = moments.find(({ after: { phase, winners } }) => phase === "OVER" && winners.length > 0)!;
    const { columns, rows } = say.points!(after)!;
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      expect(row.slice(0, -1).reduce((sum, points) => sum + points, 0)).toBe(row.at(-1));
    }
    expect(say.scores!(after)).toEqual(rows.map((row) => row.at(-1)));
    expect(say.points!(moments[0]!.before)).toBeNull();
  });

  it("say how far the match is", () => {
    const view = { ...moments.find(({ after }) => after.phase === "PLACE")!.after, round: 7 };
    expect(say.subtitle!(view)).toBe("Round 7 · to 20 points");
    expect(say.subtitle!({ ...view, ending: true })).toBe("Round 7 · the last round but one");
    expect(say.subtitle!({ ...view, ending: true, additional: true })).toBe("Round 7 · the additional turn");
    expect(say.subtitle!({ ...view, phase: "SETUP" })).toBe("set-up");
  });
});
