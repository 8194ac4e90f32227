/**
 * The mirror rules of UNO.
 */

import { by, removeOnce } from "./shared.mjs";

const COLORS = ["RED", "YELLOW", "GREEN", "BLUE", "WILD"];
const VALUES = [..."0123456789", "SKIP", "REVERSE", "DRAW_2", "WILD", "DRAW_4"];
const WILDS = ["WILD", "DRAW_4"];

const inOrder = by((card) => {
  const [color, value] = card.split(" ");
  return [COLORS.indexOf(color), VALUES.indexOf(value)];
});

/** Return the card as it is in a hand: a wild has no named colour there. */
function inHand(card) {
  const value = card.split(" ")[1];
  return WILDS.includes(value) ? `WILD ${value}` : card;
}

function colorOf(card) {
  const color = card.split(" ")[0];
  return color === "WILD" ? null : color;
}

function putOnTop(view, card) {
  view.top = card;
  view.color = colorOf(card);
}

/** @type {Record<string, (view: any, change: any) => void>} */
export const rules = {
  UnoRoundStarted(view, { round, dealer, top, cards, drawPile }) {
    Object.assign(view, { round, dealer, drawPile, clockwise: true, discardPile: 1, hand: [] });
    putOnTop(view, top);
    for (const player of view.players) {
      player.cards = player.gone ? 0 : cards;
      player.saidUno = false;
    }
  },

  UnoHandTaken(view, { cards }) {
    view.hand = cards;
  },

  UnoCardPlayed(view, { seat, card }) {
    if (seat === view.seat) removeOnce(view.hand, inHand(card));
    const player = view.players[seat];
    player.cards -= 1;
    if (player.cards !== 1) player.saidUno = false;
    putOnTop(view, card);
    view.discardPile += 1;
  },

  UnoHandsSwapped(view, { seat, other }) {
    const [one, two] = [view.players[seat], view.players[other]];
    [one.cards, two.cards] = [two.cards, one.cards];
    two.saidUno = false;
    if (one.cards !== 1) one.saidUno = false;
  },

  UnoHandsPassed(view, { seat, clockwise }) {
    const present = view.players.filter((player) => !player.gone);
    const before = present.map((player) => player.cards);
    present.forEach((player, index) => {
      const giver = (index + (clockwise ? -1 : 1) + present.length) % present.length;
      player.cards = before[giver];
      if (player !== view.players[seat] || player.cards !== 1) player.saidUno = false;
    });
  },

  UnoColorNamed(view, { color }) {
    putOnTop(view, `${color} ${view.top.split(" ")[1]}`);
  },

  UnoDirectionChanged(view, { clockwise }) {
    view.clockwise = clockwise;
  },

  UnoCardsDrawn(view, { seat, count, cards }) {
    view.drawPile -= count;
    view.players[seat].cards += count;
    view.players[seat].saidUno = false;
    if (seat === view.seat) view.hand = [...view.hand, ...cards].sort(inOrder);
  },

  UnoPileReshuffled(view, { drawPile }) {
    Object.assign(view, { drawPile, discardPile: 1 });
  },

  UnoTurnLost() {},

  UnoChallenged() {},

  UnoSaid(view, { seat }) {
    view.players[seat].saidUno = true;
    if (view.unoWindow === seat) view.unoWindow = null;
  },

  UnoStepStarted(view, { seat, decision, pending, unoWindow, card }) {
    Object.assign(view, { turn: seat, decision, pending, unoWindow, card });
  },

  UnoSeatGone(view, { seat, drawPile }) {
    view.drawPile = drawPile;
    if (view.unoWindow === seat) view.unoWindow = null;
    if (seat === view.seat) view.hand = [];
    Object.assign(view.players[seat], { cards: 0, score: 0, saidUno: false, gone: true });
  },

  UnoRoundEnded(view, { winner, points }) {
    view.players[winner].score += points;
  },

  UnoGameEnded(view, { winners }) {
    const over = { turn: null, decision: "OVER", card: null, pending: 0, unoWindow: null };
    Object.assign(view, { winners, ...over });
  },
};
