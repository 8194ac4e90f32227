/** The mirror rules of Rummy 500. */

import type {
  RummyCardDiscarded, RummyCardsLaidOff, RummyCardsLost, RummyDiscardTaken, RummyGameEnded, RummyHandDealt, RummyMeldLaid,
  RummyRoundEnded, RummyRoundStarted, RummySeatGone, RummyStockDrawn, RummyStockRenewed, RummyTurnStarted, RummyView,
} from "../../lib/messages";
import { removeOnce } from "../collections";
import type { Mirror } from "../pack";
import { sortedBySuit } from "./cards";

const MOST_ROUNDS = 8;

function addToHand(view: RummyView, seat: number, count: number, cards: string[]): void {
  view.players[seat]!.cards += count;
  if (seat === view.seat) view.hand = sortedBySuit([...view.hand, ...cards]);
}

function removeFromHand(view: RummyView, seat: number, cards: string[]): void {
  view.players[seat]!.cards -= cards.length;
  if (seat === view.seat) for (const card of cards) removeOnce(view.hand, card);
  if (view.owed !== null && cards.includes(view.owed)) view.owed = null;
}

export const mirror: Mirror<RummyView> = {
  RummyRoundStarted(view, { round, first, top, cards, stock }: RummyRoundStarted) {
    Object.assign(view, { round, first, stock, discard: [top], melds: [], hand: [] });
    for (const player of view.players) player.cards = player.gone ? 0 : cards;
  },

  RummyHandDealt(view, { cards }: RummyHandDealt) {
    view.hand = [...cards];
  },

  RummyTurnStarted(view, { seat }: RummyTurnStarted) {
    Object.assign(view, { turn: seat, decision: "DRAW", owed: null });
  },

  RummyStockDrawn(view, { seat, card }: RummyStockDrawn) {
    view.stock -= 1;
    view.decision = "PLAY";
    addToHand(view, seat, 1, card === null ? [] : [card]);
  },

  RummyDiscardTaken(view, { seat, cards }: RummyDiscardTaken) {
    view.discard.splice(0, cards.length);
    view.decision = "PLAY";
    view.owed = cards.at(-1) ?? null;
    addToHand(view, seat, cards.length, cards);
  },

  RummyMeldLaid(view, { seat, cards }: RummyMeldLaid) {
    view.melds.push({ cards: [...cards], owners: cards.map(() => seat) });
    removeFromHand(view, seat, cards);
  },

  RummyCardsLaidOff(view, { seat, meld: number, front, back }: RummyCardsLaidOff) {
    const meld = view.melds[number - 1]!;
    meld.cards = [...front, ...meld.cards, ...back];
    meld.owners = [...front.map(() => seat), ...meld.owners, ...back.map(() => seat)];
    removeFromHand(view, seat, [...front, ...back]);
  },

  RummyCardDiscarded(view, { seat, card }: RummyCardDiscarded) {
    view.discard.unshift(card);
    removeFromHand(view, seat, [card]);
  },

  RummyCardsLost(view, { seat, cards }: RummyCardsLost) {
    view.discard.push(...cards.toReversed());
    removeFromHand(view, seat, cards);
    view.owed = null;
  },

  RummyStockRenewed(view, { stock }: RummyStockRenewed) {
    view.stock = stock;
    view.discard.splice(1);
  },

  RummySeatGone(view, { seat, stock }: RummySeatGone) {
    view.stock = stock;
    if (seat === view.seat) view.hand = [];
    Object.assign(view.players[seat]!, { cards: 0, score: 0, gone: true });
  },

  RummyRoundEnded(view, { points }: RummyRoundEnded) {
    points.forEach((number, seat) => (view.players[seat]!.score += number));
    view.rounds = [...view.rounds, points].slice(-MOST_ROUNDS);
  },

  RummyGameEnded(view, { winners }: RummyGameEnded) {
    Object.assign(view, { winners, turn: null, decision: "OVER", owed: null });
  },
};
