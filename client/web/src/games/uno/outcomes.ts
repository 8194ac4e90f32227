/**
 * The result of playing a card as far as the own seat can know it. Hidden are only cards to be drawn,
 * other hands, and the verdict of a challenge.
 */

import type { UnoView } from "../../lib/messages";
import { parse } from "./cards";

const DUE: Record<string, number> = { DRAW_2: 2, DRAW_4: 4 };

export interface Draw {
  seat: number;
  count: number;
}

export interface Outcome {
  /** The seat on turn afterwards, unless the round is won. */
  next: number;
  /** The number of cards of each seat that is still playing. */
  hands: Map<number, number>;
  /** A seat that draws cards and loses its turn. */
  drawn?: Draw;
  skipped?: number;
  /** Cards that the next player must draw or answer. */
  pending?: number;
  isWon?: boolean;
  mayChallenge?: boolean;
  swapped?: number;
  areHandsPassed?: boolean;
}

/** Return the number of cards that can be drawn, with the discards below the top card. */
export function availableCards(view: UnoView): number {
  return view.drawPile + view.discardPile - 1;
}

/** Return the cards that a seat must draw after any action but UNO; null if UNO is not awaited. */
export function missedUno(view: UnoView): Draw | null {
  const count = Math.min(view.unoPenalty, availableCards(view));
  return view.unoWindow !== null && count > 0 ? { seat: view.unoWindow, count } : null;
}

/** Return the next seat in a direction, without players who left; it may be the same seat. */
export function seatAfter(view: UnoView, seat: number, clockwise = view.clockwise): number {
  const count = view.players.length;
  for (let distance = 1; distance < count; distance += 1) {
    const other = (seat + (clockwise ? distance : count - distance)) % count;
    if (!view.players[other]!.gone) return other;
  }
  return seat;
}

/**
 * Return the result of playing a card, after the penalty of a player who missed UNO. `swap` is the
 * partner of a seven; without it the next player. The last card wins the round.
 */
export function playOutcome(view: UnoView, card: string, swap?: number | null): Outcome {
  const seat = view.seat ?? 0;
  const hands = new Map<number, number>();
  view.players.forEach(({ cards, gone }, other) => gone || hands.set(other, cards));
  const missed = missedUno(view);
  if (missed !== null) add(hands, missed.seat, missed.count);
  const left = availableCards(view) - (missed?.count ?? 0);
  add(hands, seat, -1);
  return effect(view, hands, parse(card).value, left, swap);
}

function effect(view: UnoView, hands: Map<number, number>, value: string, left: number, swap?: number | null): Outcome {
  const seat = view.seat ?? 0;
  const next = seatAfter(view, seat);
  if (hands.get(seat) === 0) return won(view, hands, next, DUE[value] ?? 0, left);
  if (view.mode === "seven_o" && value === "7") return swapped(hands, seat, next, swap ?? next);
  if (view.mode === "seven_o" && value === "0") return passed(view, hands, next);
  if (value in DUE) return drawEffect(view, hands, next, value, left);
  if (value === "SKIP") return { next: seatAfter(view, next), hands, skipped: next };
  if (value === "REVERSE" && hands.size === 2) return { next: seat, hands, skipped: next };
  if (value === "REVERSE") return { next: seatAfter(view, seat, !view.clockwise), hands };
  return { next, hands };
}

/** The end of the round: of all effects only a draw card still counts. */
function won(view: UnoView, hands: Map<number, number>, next: number, due: number, left: number): Outcome {
  const count = due > 0 ? Math.min(view.pending + due, left) : 0;
  if (count === 0) return { next, hands, isWon: true };
  add(hands, next, count);
  return { next, hands, isWon: true, drawn: { seat: next, count } };
}

function swapped(hands: Map<number, number>, seat: number, next: number, other: number): Outcome {
  const [own, theirs] = [hands.get(seat)!, hands.get(other)!];
  hands.set(seat, theirs).set(other, own);
  return { next, hands, swapped: other };
}

function passed(view: UnoView, hands: Map<number, number>, next: number): Outcome {
  const moved = new Map([...hands].map(([seat, cards]) => [seatAfter(view, seat), cards]));
  return { next, hands: moved, areHandsPassed: true };
}

/** A draw card: cards drawn or pending, or a possible challenge. */
function drawEffect(view: UnoView, hands: Map<number, number>, next: number, value: string, left: number): Outcome {
  const isStacked = view.mode === "progressive" && view.pending > 0;
  if (value === "DRAW_4" && view.wd4Policy === "challenge" && !isStacked) {
    return { next, hands, pending: 4, mayChallenge: true };
  }
  if (view.mode === "progressive") return { next, hands, pending: view.pending + DUE[value]! };
  const count = Math.min(DUE[value]!, left);
  add(hands, next, count);
  return { next: seatAfter(view, next), hands, drawn: { seat: next, count } };
}

function add(hands: Map<number, number>, seat: number, count: number): void {
  hands.set(seat, (hands.get(seat) ?? 0) + count);
}
