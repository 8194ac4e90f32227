import { describe, expect, it } from "vitest";
import type { UnoView } from "../../lib/messages";
import { replay, tableOf } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { fitting, say } from "./say";

const moments = replay<UnoView>(recorded, mirror);
const SILENT = ["UnoHandTaken", "UnoStepStarted"];

describe("the sentences of UNO", () => {
  it("tell every kind of change in one sentence, and keep two kinds silent", () => {
    for (const { changes, after } of moments) {
      for (const change of changes) {
        const text = say.change!(change, tableOf(after.players.length), after);
        if (SILENT.includes(change.kind)) expect(text).toBeNull();
        else expect(text).toMatch(/^\S.*\.$/);
        expect(text ?? "").not.toMatch(/undefined|null|[A-Z]{4}(?<!UNO.)/);
      }
    }
  });

  it("name only the own cards that were drawn", () => {
    const drawn = { kind: "UnoCardsDrawn", seat: 0, count: 2, reason: "PENALTY", cards: ["RED 7", "WILD DRAW_4"] };
    expect(say.change!(drawn, tableOf(2), null)).toBe("You drew red 7, wild draw 4.");
    expect(say.change!({ ...drawn, seat: 1, cards: [] }, tableOf(2), null)).toBe("bob drew 2 cards.");
    expect(say.change!({ ...drawn, seat: 1, cards: [], reason: "MISSED_UNO" }, tableOf(2), null)).toBe("bob did not say UNO in time and drew 2 cards.");
  });

  it("ask every question and label every action", () => {
    const prompts = new Set<string>();
    for (const { prompt, before, actions } of moments) {
      const table = tableOf(before.players.length);
      if (prompt !== null) {
        prompts.add(prompt.type);
        expect(say.ask!(prompt, before, table).title).toMatch(/^\S.*[^.]$/);
      }
      for (const action of actions) expect(say.action!(action, before, table)).toMatch(/^[A-Z](?!.*undefined)/);
    }
    expect([...prompts].sort()).toEqual([
      "SelectDrawnUnoCard", "SelectUnoCard", "SelectUnoChallenge", "SelectUnoColor", "SelectUnoInterrupt",
    ]);
  });

  it("ask for colour and partner", () => {
    const view = moments[0]!.before;
    expect(say.ask!({ type: "SelectUnoColor" }, view, tableOf(4)).title).toBe("Name a colour");
    expect(say.ask!({ type: "SelectUnoSwap", card: "RED 7", seats: [1] }, view, tableOf(4)).detail).toBe("You play red 7.");
  });

  it("say what fits the top card", () => {
    const view = moments[0]!.before;
    expect(fitting({ ...view, top: "BLUE 8", color: "BLUE" })).toBe("blue, an 8 or a wild");
    expect(fitting({ ...view, top: "RED DRAW_2", color: "RED" })).toBe("red, a draw 2 or a wild");
    expect(fitting({ ...view, top: "RED WILD", color: "RED" })).toBe("red or a wild");
    expect(fitting({ ...view, top: "WILD WILD", color: null })).toBe("any colour or a wild");
  });

  it("ask what to do about pending cards", () => {
    const view = { ...moments[0]!.before, top: "RED DRAW_2", pending: 4 };
    expect(say.ask!({ type: "SelectUnoCard", cards: ["BLUE DRAW_2"], pending: 4 }, view, tableOf(2)).title).toBe("Your turn: add a draw 2, or draw 4 cards");
    expect(say.ask!({ type: "SelectUnoCard", cards: [], pending: 4 }, view, tableOf(2)).detail).toBe("You have no draw 2 to add.");
    expect(say.ask!({ type: "SelectUnoCard", cards: [], pending: 4 }, { ...view, top: "RED DRAW_4" }, tableOf(2)).detail).toBe("You have no draw 4 to add.");
  });

  it("ask before a challenge only", () => {
    const view = moments[0]!.before;
    expect(say.confirm!({ type: "AnswerUnoChallenge", challenge: true }, view, tableOf(4))).toBe("Really challenge?");
    expect(say.confirm!({ type: "AnswerUnoChallenge", challenge: false }, view, tableOf(4))).toBeNull();
    expect(say.confirm!({ type: "DrawUnoCard" }, view, tableOf(4))).toBeNull();
  });
});
