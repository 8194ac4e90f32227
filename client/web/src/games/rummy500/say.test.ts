import { describe, expect, it } from "vitest";
import type { RummyView } from "../../lib/messages";
import { replay, tableOf } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { laidPoints, say } from "./say";

const moments = replay<RummyView>(recorded, mirror);
const SILENT = ["RummyHandDealt", "RummyTurnStarted"];

describe("the sentences of Rummy 500", () => {
  it("tell every kind of change in one sentence, and keep two kinds silent", () => {
    for (const { changes, after } of moments) {
      for (const change of changes) {
        const text = say.change!(change, tableOf(after.players.length), after);
        if (SILENT.includes(change.kind)) expect(text).toBeNull();
        else expect(text).toMatch(/^\S.*\.$/);
        expect(text ?? "").not.toMatch(/undefined|null|NaN/);
      }
    }
  });

  it("name only the own card that was drawn", () => {
    expect(say.change!({ kind: "RummyStockDrawn", seat: 0, card: "TH" }, tableOf(2), null)).toBe("You drew 10♥.");
    expect(say.change!({ kind: "RummyStockDrawn", seat: 1, card: null }, tableOf(2), null)).toBe("bob drew a card.");
  });

  it("tell lost cards and fines", () => {
    const lost = { kind: "RummyCardsLost", seat: 1, cards: ["5H"], fine: 10 };
    expect(say.change!(lost, tableOf(2), null)).toBe("bob gave up 5♥ and lost 10 points.");
    expect(say.change!({ ...lost, cards: [], fine: 0 }, tableOf(2), null)).toBe("bob could not use a card that was taken.");
  });

  it("ask every question and label every action", () => {
    const prompts = new Set<string>();
    for (const { prompt, before, actions } of moments) {
      const table = tableOf(before.players.length);
      if (prompt !== null) {
        prompts.add(prompt.type);
        expect(say.ask!(prompt, before, table).title).toMatch(/^[A-Z].*[^.]$/);
      }
      for (const action of actions) expect(say.action!(action, before, table)).toMatch(/^[A-Z](?!.*undefined)/);
    }
    expect([...prompts].sort()).toEqual(["SelectRummyDraw", "SelectRummyPlay"]);
  });

  it("ask before many cards are taken and before a discard that breaks a meld", () => {
    const view = { ...moments[0]!.before, aceRuns: "both" as const, hand: ["5H", "6H", "7H", "9C"], discard: ["2C", "3D", "4H", "8S"] };
    const ask = (action: { type: string; [field: string]: unknown }) => say.confirm!(action, view, tableOf(2));
    expect(ask({ type: "TakeRummyDiscard", card: "8S" })).toBe("Really take 4 cards?");
    expect(ask({ type: "TakeRummyDiscard", card: "4H" })).toBeNull();
    expect(ask({ type: "DiscardRummyCard", card: "6H" })).toBe("Really discard 6♥ of 5♥ 6♥ 7♥?");
    expect(ask({ type: "DiscardRummyCard", card: "9C" })).toBeNull();
    const plays = [{ type: "LayRummyMeld", cards: ["5H", "6H", "7H"] }];
    expect(ask({ type: "PlayRummyTurn", plays, discard: "9C" })).toBeNull();
  });

  it("count laid points until the round is scored", () => {
    const over = moments.find(({ after }) => after.decision === "OVER")!.after;
    expect(laidPoints(over).every((points) => points === 0)).toBe(true);
    expect(say.seat!(over, 0).score).toBe(over.players[0]!.score);
    for (const { after } of moments.filter(({ after }) => after.decision !== "OVER" && after.melds.length > 0)) {
      expect(laidPoints(after).reduce((sum, points) => sum + points, 0)).toBeGreaterThan(0);
    }
  });

  it("list the points of the rounds up to the total", () => {
    const view = moments.find(({ after }) => after.decision !== "OVER" && after.rounds.length > 0)!.after;
    const { columns, rows } = say.points!(view)!;
    expect([columns[0], columns.at(-1)]).toEqual(["Round 1", "Total"]);
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      expect(row.slice(0, -1).reduce((sum, points) => sum + points, 0)).toBe(row.at(-1));
    }
    const players = view.players.map((player) => ({ ...player, score: player.score + 100 }));
    expect(say.points!({ ...view, players, round: 12 })!.columns).toEqual(["Rounds 1–10", "Round 11", "Total"]);
    expect(say.points!({ ...view, players, round: 11, decision: "OVER", target: 100 })!.columns).toEqual(["Rounds 1–10", "Round 11", "Total"]);
    expect(say.points!({ ...view, rounds: [] })).toBeNull();
  });
});
