import { describe, expect, it } from "vitest";
import type { RummyView } from "../../lib/messages";
import { replay, tableOf } from "../recordings";
import { pointsOf } from "./cards";
import { mirror } from "./mirror";
import { nextSeat, playAfterTake, preview, takenCards } from "./preview";
import recorded from "./recorded.json?raw";
import { laidPoints } from "./say";

const moments = replay<RummyView>(recorded, mirror);
const has = (changes: { kind: string }[], kind: string) => changes.some((change) => change.kind === kind);

describe("the preview of Rummy 500", () => {
  it("promises the points that are then laid, and the cards that stay", () => {
    let compared = 0;
    for (const { before, after, action, changes } of moments) {
      if (action === null || !/^Lay/.test(action.type) || has(changes, "RummyRoundEnded")) continue;
      const shown = preview(action, before, tableOf(before.players.length))!;
      expect(shown.badge).toBe(`+${laidPoints(after)[0]! - laidPoints(before)[0]!}`);
      expect(shown.sentence).toContain(`worth ${pointsOf(after.hand)} against you`);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });

  it("names the next player, or the end of the round", () => {
    let compared = 0;
    for (const { before, after, action, changes } of moments) {
      if (action?.type !== "DiscardRummyCard") continue;
      const { sentence = "" } = preview(action, before, tableOf(before.players.length))!;
      if (has(changes, "RummyRoundEnded")) expect(sentence).toMatch(/the round ends/);
      else if (before.stock > 0) expect(nextSeat(before)).toBe(after.turn);
      if (!has(changes, "RummyRoundEnded") && before.stock > 0) expect(sentence).toMatch(/is next with/);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });

  it("shows a use for every card that may be taken, and for no other", () => {
    for (const { before, actions } of moments.filter(({ before, actions }) => actions.length > 0 && before.decision === "DRAW")) {
      const takeable = actions.filter(({ type }) => type === "TakeRummyDiscard").map(({ card }) => card);
      expect(before.discard.filter((card) => playAfterTake(before, card) !== null)).toEqual(takeable);
    }
  });

  it("uses a taken card at either end of a run", () => {
    const view = { ...moments[0]!.before, aceRuns: "both" as const, hand: ["JD", "2C"], melds: [{ cards: ["7D", "8D", "9D"], owners: [1, 1, 1] }], discard: ["TD", "6D"] };
    expect(playAfterTake(view, "TD")).toEqual({ cards: ["TD", "JD"], meld: 1 });
    expect(playAfterTake(view, "6D")).toEqual({ cards: ["6D"], meld: 1 });
    expect(preview({ type: "TakeRummyDiscard", card: "6D" }, view, tableOf(2))!.sentence).toBe("Add 6♦ to meld 1 in this turn: +6.");
  });

  it("counts the cards that come along", () => {
    const { before, action, changes } = moments.find(({ action, changes }) => action?.type === "TakeRummyDiscard" && (changes[0]!.cards as string[]).length > 1)!;
    expect(takenCards(before, action!.card as string).toReversed()).toEqual(changes[0]!.cards);
    expect(preview(action!, before, tableOf(4))!.title).toMatch(/^Take \d+ cards: /);
  });

  it("adds up several plays", () => {
    const view = { ...moments[0]!.before, seat: 0, turn: 0, hand: ["5H", "6H", "7H", "TD", "JS", "2C"], melds: [{ cards: ["7D", "8D", "9D"], owners: [1, 1, 1] }], stock: 12 };
    const plays = [{ type: "LayRummyMeld", cards: ["5H", "6H", "7H"] }, { type: "LayOffRummyCards", meld: 1, cards: ["TD"] }];
    const shown = preview({ type: "PlayRummyTurn", plays, discard: "JS" }, view, tableOf(2))!;
    expect(shown.title).toBe("+28 points: 18 laid, 10 laid off");
    expect(shown.sentence).toMatch(/^1 card left \(−2\)\. bob is next with \d+ cards\.$/);
    expect(preview({ type: "DiscardRummyCard", card: "TD" }, view, tableOf(2))!.sentence).toMatch(/10♦ fits meld 1\.$/);
  });

  it("has a title for every legal action of the recordings", () => {
    for (const { before, actions } of moments) {
      for (const action of actions) {
        const shown = preview(action, before, tableOf(before.players.length));
        expect(`${shown?.title} ${shown?.sentence}`).toMatch(/^[A-Z+](?!.*(undefined|null|NaN)).*\.$/);
        expect((shown?.badge ?? "").length).toBeLessThanOrEqual(8);
      }
    }
  });
});
