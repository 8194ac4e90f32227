/** The mirror rules of UNO. */

import type {
  UnoCardPlayed, UnoCardsDrawn, UnoColorNamed, UnoDirectionChanged, UnoGameEnded, UnoHandTaken, UnoHandsPassed,
  UnoHandsSwapped, UnoPileReshuffled, UnoRoundEnded, UnoRoundStarted, UnoSaid, UnoSeatGone, UnoStepStarted, UnoView,
} from "../../lib/messages";
import { removeOnce } from "../collections";
import type { Mirror } from "../pack";
import { inHand, parse, sorted } from "./cards";

function putOnTop(view: UnoView, card: string): void {
  const { color } = parse(card);
  view.top = card;
  view.color = color === "WILD" ? null : color;
}

export const mirror: Mirror<UnoView> = {
  UnoRoundStarted(view, { round, dealer, top, cards, drawPile }: UnoRoundStarted) {
    Object.assign(view, { round, dealer, drawPile, clockwise: true, discardPile: 1, hand: [] });
    putOnTop(view, top);
    for (const player of view.players) {
      player.cards = player.gone ? 0 : cards;
      player.saidUno = false;
    }
  },

  UnoHandTaken(view, { cards }: UnoHandTaken) {
    view.hand = [...cards];
  },

  UnoCardPlayed(view, { seat, card }: UnoCardPlayed) {
    if (seat === view.seat) removeOnce(view.hand, inHand(card));
    const player = view.players[seat]!;
    player.cards -= 1;
    if (player.cards !== 1) player.saidUno = false;
    putOnTop(view, card);
    view.discardPile += 1;
  },

  UnoHandsSwapped(view, { seat, other }: UnoHandsSwapped) {
    const [one, two] = [view.players[seat]!, view.players[other]!];
    [one.cards, two.cards] = [two.cards, one.cards];
    two.saidUno = false;
    if (one.cards !== 1) one.saidUno = false;
  },

  UnoHandsPassed(view, { seat, clockwise }: UnoHandsPassed) {
    const present = view.players.filter((player) => !player.gone);
    const before = present.map((player) => player.cards);
    present.forEach((player, index) => {
      const giver = (index + (clockwise ? -1 : 1) + present.length) % present.length;
      player.cards = before[giver]!;
      if (player !== view.players[seat] || player.cards !== 1) player.saidUno = false;
    });
  },

  UnoColorNamed(view, { color }: UnoColorNamed) {
    putOnTop(view, `${color} ${parse(view.top).value}`);
  },

  UnoDirectionChanged(view, { clockwise }: UnoDirectionChanged) {
    view.clockwise = clockwise;
  },

  UnoCardsDrawn(view, { seat, count, cards }: UnoCardsDrawn) {
    view.drawPile -= count;
    view.players[seat]!.cards += count;
    view.players[seat]!.saidUno = false;
    if (seat === view.seat) view.hand = sorted([...view.hand, ...cards]);
  },

  UnoPileReshuffled(view, { drawPile }: UnoPileReshuffled) {
    Object.assign(view, { drawPile, discardPile: 1 });
  },

  UnoTurnLost() {},

  UnoChallenged() {},

  UnoSaid(view, { seat }: UnoSaid) {
    view.players[seat]!.saidUno = true;
    if (view.unoWindow === seat) view.unoWindow = null;
  },

  UnoStepStarted(view, { seat, decision, pending, unoWindow, card }: UnoStepStarted) {
    Object.assign(view, { turn: seat, decision, pending, unoWindow, card });
  },

  UnoSeatGone(view, { seat, drawPile }: UnoSeatGone) {
    view.drawPile = drawPile;
    if (view.unoWindow === seat) view.unoWindow = null;
    if (seat === view.seat) view.hand = [];
    Object.assign(view.players[seat]!, { cards: 0, score: 0, saidUno: false, gone: true });
  },

  UnoRoundEnded(view, { winner, points }: UnoRoundEnded) {
    view.players[winner]!.score += points;
  },

  UnoGameEnded(view, { winners }: UnoGameEnded) {
    const over = { turn: null, decision: "OVER", card: null, pending: 0, unoWindow: null };
    Object.assign(view, { winners, ...over });
  },
};
