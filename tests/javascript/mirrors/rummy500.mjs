/**
 * The mirror rules of Rummy 500.
 */

import { by, removeOnce } from "./shared.mjs";

const SUITS = "HCSD";
const RANKS = "A23456789TJQK";
const MOST_ROUNDS = 8;

const inOrder = by(([rank, suit]) => [SUITS.indexOf(suit), RANKS.indexOf(rank)]);

function addToHand(view, seat, cards) {
  view.players[seat].cards += cards.length;
  if (seat === view.seat) view.hand = [...view.hand, ...cards].sort(inOrder);
}

function removeFromHand(view, seat, cards) {
  view.players[seat].cards -= cards.length;
  if (seat === view.seat) for (const card of cards) removeOnce(view.hand, card);
  if (cards.includes(view.owed)) view.owed = null;
}

/** @type {Record<string, (view: any, change: any) => void>} */
export const rules = {
  RummyRoundStarted(view, { round, first, top, cards, stock }) {
    Object.assign(view, { round, first, stock, discard: [top], melds: [], hand: [] });
    for (const player of view.players) player.cards = player.gone ? 0 : cards;
  },

  RummyHandDealt(view, { cards }) {
    view.hand = cards;
  },

  RummyTurnStarted(view, { seat }) {
    Object.assign(view, { turn: seat, decision: "DRAW", owed: null });
  },

  RummyStockDrawn(view, { seat, card }) {
    view.stock -= 1;
    view.decision = "PLAY";
    addToHand(view, seat, [card]);
  },

  RummyDiscardTaken(view, { seat, cards }) {
    view.discard.splice(0, cards.length);
    Object.assign(view, { decision: "PLAY", owed: cards.at(-1) });
    addToHand(view, seat, cards);
  },

  RummyMeldLaid(view, { seat, cards }) {
    view.melds.push({ cards, owners: cards.map(() => seat) });
    removeFromHand(view, seat, cards);
  },

  RummyCardsLaidOff(view, { seat, meld: number, front, back }) {
    const meld = view.melds[number - 1];
    meld.cards = [...front, ...meld.cards, ...back];
    meld.owners = [...front.map(() => seat), ...meld.owners, ...back.map(() => seat)];
    removeFromHand(view, seat, [...front, ...back]);
  },

  RummyCardDiscarded(view, { seat, card }) {
    view.discard.unshift(card);
    removeFromHand(view, seat, [card]);
  },

  RummyCardsLost(view, { seat, cards }) {
    view.discard.push(...cards.toReversed());
    removeFromHand(view, seat, cards);
    view.owed = null;
  },

  RummyStockRenewed(view, { stock }) {
    view.stock = stock;
    view.discard.splice(1);
  },

  RummySeatGone(view, { seat, stock }) {
    view.stock = stock;
    if (seat === view.seat) view.hand = [];
    Object.assign(view.players[seat], { cards: 0, score: 0, gone: true });
  },

  RummyRoundEnded(view, { points }) {
    points.forEach((number, seat) => { view.players[seat].score += number; });
    view.rounds = [...view.rounds, points].slice(-MOST_ROUNDS);
  },

  RummyGameEnded(view, { winners }) {
    Object.assign(view, { winners, turn: null, decision: "OVER", owed: null });
  },
};
