import { describe, expect, it } from "vitest";
import type { PlayUnoCard, UnoView } from "../../lib/messages";
import { replay, type Moment } from "../recordings";
import { mirror } from "./mirror";
import { missedUno, playOutcome, seatAfter } from "./outcomes";
import recorded from "./recorded.json?raw";

const moments = replay<UnoView>(recorded, mirror);

/** Return the own plays after which nothing is asked of the player of the card. */
function plays(): Moment<UnoView>[] {
  return moments.filter(({ action, changes }) => action?.type === "PlayUnoCard" && changes.some(({ kind }) => kind === "UnoCardPlayed"));
}

function has(moment: Moment<UnoView>, kind: string): boolean {
  return moment.changes.some((change) => change.kind === kind);
}

describe("the outcome of a card", () => {
  it("is what then happens: hands, next player, cards to draw, the end of the round", () => {
    let compared = 0;
    for (const moment of plays()) {
      const { card, swap } = moment.action as unknown as PlayUnoCard;
      const outcome = playOutcome(moment.before, card, swap);
      expect(outcome.isWon ?? false).toBe(has(moment, "UnoRoundEnded"));
      if (outcome.isWon || has(moment, "UnoSeatGone")) continue;
      compared += 1;
      expect(outcome.next).toBe(moment.after.turn);
      expect(outcome.pending ?? 0).toBe(moment.after.pending);
      expect(outcome.mayChallenge ?? false).toBe(moment.after.decision === "CHALLENGE");
      for (const [seat, cards] of outcome.hands) expect(cards).toBe(moment.after.players[seat]!.cards);
    }
    expect(compared).toBeGreaterThan(40);
  });

  it("knows who draws for a missed UNO", () => {
    const missed = moments.filter(({ before, changes }) => missedUno(before) !== null && changes.some(({ kind, reason }) => kind === "UnoCardsDrawn" && reason === "MISSED_UNO"));
    expect(missed.length).toBeGreaterThan(0);
    for (const { before, changes } of missed) {
      const draws = changes.filter(({ reason }) => reason === "MISSED_UNO");
      expect(missedUno(before)).toEqual({
        seat: draws[0]!.seat,
        count: draws.reduce((sum, { count }) => sum + (count as number), 0),
      });
    }
  });

  it("passes over players who left", () => {
    const view = structuredClone(moments.find(({ before }) => before.players.length === 4)!.before);
    view.players[1]!.gone = true;
    expect(seatAfter(view, 0, true)).toBe(2);
    expect(seatAfter(view, 2, false)).toBe(0);
  });
});
