/** What a Rummy action would do: the title and the sentence of the ask bar, and the badge. */

import type { LayOffRummyCards, LayRummyMeld, PlayRummyTurn, RummyAction, RummyView } from "../../lib/messages";
import type { Action } from "../../lib/wire";
import type { Preview, Table } from "../pack";
import { cardCount, cardName, listed, pointsOf, short } from "./cards";
import { fittingMelds, grow, longestMelds } from "./melds";

type Play = LayRummyMeld | LayOffRummyCards;

/** Return a card of the pile and all above it, the top card last; empty if it is not in the pile. */
export function takenCards(view: RummyView, card: string): string[] {
  return view.discard.slice(0, view.discard.indexOf(card) + 1).toReversed();
}

/** Return the most valuable play of a card after it has been taken; null if it cannot be used. */
export function playAfterTake(view: RummyView, card: string): { cards: string[]; meld: number | null } | null {
  const hand = [...view.hand, ...takenCards(view, card)];
  const plays = longestMelds(hand, view.aceRuns).map((cards) => ({ cards, meld: null as number | null }));
  view.melds.forEach((meld, index) => {
    for (const end of ["front", "back"] as const) {
      plays.push({ cards: grow(meld.cards, hand, view.aceRuns, end).added, meld: index + 1 });
    }
  });
  const usable = plays.filter(({ cards }) => cards.includes(card));
  return usable.sort((one, other) => pointsOf(other.cards) - pointsOf(one.cards))[0] ?? null;
}

/** Return the seat after the one on turn, without players who left; it may be the same seat. */
export function nextSeat(view: RummyView): number {
  const [count, turn] = [view.players.length, view.turn ?? 0];
  for (let step = 1; step < count; step += 1) {
    if (!view.players[(turn + step) % count]!.gone) return (turn + step) % count;
  }
  return turn;
}

export function preview(action: Action, view: RummyView, table: Table): Preview | null {
  const rummy = action as unknown as RummyAction;
  switch (rummy.type) {
    case "DrawRummyStock":
      if (view.stock === 0) return { title: "Draw", sentence: "The stock is empty: the round ends." };
      return { title: "Draw from the stock", sentence: `1 of the ${cardCount(view.stock)} in the stock.` };
    case "TakeRummyDiscard":
      return previewTake(view, rummy.card);
    case "LayRummyMeld":
    case "LayOffRummyCards":
      return previewTurn(view, table, { type: "PlayRummyTurn", plays: [rummy] });
    case "DiscardRummyCard":
      return previewTurn(view, table, { type: "PlayRummyTurn", discard: rummy.card });
    case "PlayRummyTurn":
      return previewTurn(view, table, rummy);
  }
}

function previewTake(view: RummyView, card: string): Preview {
  const taken = takenCards(view, card);
  const title = `Take ${taken.length === 1 ? short(card) : `${cardCount(taken.length)}: ${listed(taken)}`}`;
  const play = playAfterTake(view, card);
  if (play === null) return { title, sentence: `You could not put down ${short(card)}.` };
  const points = pointsOf(play.cards);
  const how = play.meld === null ? `Lay ${listed(play.cards)}` : `Add ${listed(play.cards)} to meld ${play.meld}`;
  return { title, badge: `+${points}`, sentence: `${how} in this turn: +${points}.` };
}

/** The points that are put down, what stays in the hand, and who is next. */
function previewTurn(view: RummyView, table: Table, { plays = [], discard = null, lost = [] }: PlayRummyTurn): Preview {
  const laid = plays.flatMap(({ cards }) => cards);
  const left = view.hand.filter((card) => !laid.includes(card) && !lost.includes(card) && card !== discard);
  const title = plays.length > 0 ? laidTitle(plays) : `Discard the ${cardName(discard ?? "")}`;
  const badge = plays.length > 0 ? `+${pointsOf(laid)}` : undefined;
  if (left.length === 0) return { title, badge, sentence: "You go out and the round ends." };
  const stay = `${cardCount(left.length)} ${left.length === 1 ? "stays" : "stay"} in your hand, worth ${pointsOf(left)} against you.`;
  if (discard === null) return { title, badge, sentence: stay };
  return { title, badge, sentence: `${cardCount(left.length)} left (−${pointsOf(left)}). ${afterDiscard(view, table, discard)}` };
}

/** Return "+28 points: 18 laid, 10 laid off". */
function laidTitle(plays: Play[]): string {
  const sum = (type: Play["type"]) => pointsOf(plays.filter((play) => play.type === type).flatMap(({ cards }) => cards));
  const [laid, off] = [sum("LayRummyMeld"), sum("LayOffRummyCards")];
  if (laid > 0 && off > 0) return `+${laid + off} points: ${laid} laid, ${off} laid off`;
  return off > 0 ? `+${off} points laid off` : `+${laid} points laid`;
}

/** Return who is next, or that the round ends, and a meld that the discard would have fitted. */
function afterDiscard(view: RummyView, table: Table, card: string): string {
  const fits = fittingMelds(card, view.melds, view.aceRuns)[0];
  const warning = fits === undefined ? "" : ` ${short(card)} fits meld ${fits}.`;
  return `${nextText(view, table)}${warning}`;
}

function nextText(view: RummyView, table: Table): string {
  if (view.stock === 0 && view.stockOut === "end_now") return "The stock is empty: the round ends.";
  if (view.stock === 0 && view.stockOut === "reshuffle") return "The stock is empty: the discards are shuffled, or the round ends.";
  const seat = nextSeat(view);
  return `${table.whom(seat)} is next with ${cardCount(view.players[seat]!.cards)}.`;
}
