import { describe, expect, it } from "vitest";
import type { EriantysView } from "../../lib/messages";
import { replay, tableOf } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { say } from "./say";

const moments = replay<EriantysView>(recorded, mirror);
const SILENT = ["StepStarted", "TurnEnded"];
const expert = moments.find(({ before }) => before.expert)!.before;

describe("the sentences of Eriantys", () => {
  it("tell every kind of change in one sentence, and keep two kinds silent", () => {
    for (const { changes, after } of moments) {
      for (const change of changes) {
        const text = say.change!(change, tableOf(after.schools.length), after);
        if (SILENT.includes(change.kind)) expect(text).toBeNull();
        else expect(text).toMatch(/^\S.*\.$/);
        expect(text ?? "").not.toMatch(/undefined|null|[A-Z]{3}/);
      }
    }
    expect(say.change!({ kind: "SeatGone", seat: 1 }, tableOf(2), null)).toBe("bob left the match for good.");
  });

  it("ask every question and label every action", () => {
    const prompts = new Set<string>();
    for (const { prompt, before, actions } of moments) {
      const table = tableOf(before.schools.length);
      if (prompt !== null) {
        prompts.add(prompt.type);
        expect(say.ask!(prompt, before, table).title).toMatch(/^\S.*[^.]$/);
      }
      for (const action of actions) expect(say.action!(action, before, table)).toMatch(/^[A-Z](?!.*(undefined|null|[A-Z]{3}))/);
    }
    expect([...prompts].sort()).toEqual(["SelectAssistantCard", "SelectCloud", "SelectSteps", "SelectStudent"]);
    expect(say.ask!({ type: "SelectEndOfTurn", characters: [] }, expert, tableOf(2)).title).toBe("End your turn");
    expect(say.action!({ type: "EndTurn" }, expert, tableOf(2))).toBe("End your turn");
  });

  it("ask again before a character for 3 coins or more", () => {
    for (const { name, price } of expert.characters) {
      const question = say.confirm!({ type: "UseCharacterCard", asset: name }, expert, tableOf(3));
      expect(question).toBe(price >= 3 ? `Really pay ${price} coins?` : null);
    }
    expect(say.confirm!({ type: "EndTurn" }, expert, tableOf(3))).toBeNull();
  });

  it("count towers of teams once", () => {
    const team = moments.filter(({ before }) => before.schools.length === 4).at(-1)!.after;
    const scores = say.scores!(team)!;
    for (const [seat, { tower }] of team.schools.entries()) {
      const left = team.schools.filter((school) => school.tower === tower).reduce((sum, { towers }) => sum + towers, 0);
      expect(scores[seat]! + left).toBe(8);
      expect(say.seat!(team, seat).score).toBe(left);
      expect(say.points!(team)!.rows[seat]!.at(-1)).toBe(scores[seat]);
    }
  });

  it("name mode, round and bag", () => {
    expect(say.subtitle!({ ...expert, round: 4, bag: 74, lastRound: true })).toBe("Expert · round 4 · last round · 74 in the bag");
  });
});
