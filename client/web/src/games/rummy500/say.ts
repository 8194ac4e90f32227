/** The sentences of Rummy 500. Changes are told in the past tense, so "You" and a name go with the same verb. */

import type {
  PlayRummyTurn, RummyAction, RummyCardsLost, RummyChange, RummyPrompt, RummyRoundEnded, RummyView,
} from "../../lib/messages";
import type { Action, Change, Prompt } from "../../lib/wire";
import type { Question, Say, SeatNote, Table } from "../pack";
import { cardCount, listed, pointsOf, short } from "./cards";
import { partition } from "./melds";
import { takenCards } from "./preview";
import { words } from "./words";

/** Taking this many cards is asked for twice. */
const MANY_CARDS = 4;

function change(happened: Change, table: Table): string | null {
  const rummy = happened as unknown as RummyChange;
  const { who, whom, seat: own } = table;
  switch (rummy.kind) {
    case "RummyRoundStarted":
      return `Round ${rummy.round}: ${cardCount(rummy.cards)} each, ${short(rummy.top)} is up; ${whom(rummy.first)} had the first turn.`;
    case "RummyHandDealt":
    case "RummyTurnStarted":
      return null;
    case "RummyStockDrawn":
      return `${who(rummy.seat)} drew ${rummy.seat === own && rummy.card !== null ? short(rummy.card) : "a card"}.`;
    case "RummyDiscardTaken":
      return `${who(rummy.seat)} took ${listed(rummy.cards)} from the discard pile.`;
    case "RummyMeldLaid":
      return `${who(rummy.seat)} laid ${listed(rummy.cards)} (+${pointsOf(rummy.cards)}).`;
    case "RummyCardsLaidOff":
      return `${who(rummy.seat)} added ${listed([...rummy.front, ...rummy.back])} to meld ${rummy.meld}.`;
    case "RummyCardDiscarded":
      return `${who(rummy.seat)} discarded ${short(rummy.card)}.`;
    case "RummyCardsLost":
      return lost(rummy, table);
    case "RummyStockRenewed":
      return `The discards were shuffled: ${cardCount(rummy.stock)} can be drawn again.`;
    case "RummySeatGone":
      return `${who(rummy.seat)} left the match for good; the hand is in the stock.`;
    case "RummyRoundEnded":
      return ended(rummy, table);
    case "RummyGameEnded":
      return `The match is over: ${rummy.reason.replace(/\.$/, "")}.`;
  }
}

function lost({ seat, cards, fine }: RummyCardsLost, { who }: Table): string {
  const what = cards.length > 0 ? `gave up ${listed(cards)}` : "could not use a card that was taken";
  return `${who(seat)} ${what}${fine > 0 ? ` and lost ${fine} points` : ""}.`;
}

function ended({ points, out }: RummyRoundEnded, { who }: Table): string {
  const cause = out === null ? words.stockEmpty : words.out(who(out));
  return `${cause}: ${points.map((number, seat) => `${who(seat)} ${signed(number)}`).join(", ")}.`;
}

export const signed = (number: number) => (number < 0 ? `−${-number}` : `+${number}`);

function ask(prompt: Prompt): Question {
  const rummy = prompt as unknown as RummyPrompt;
  if (rummy.type === "SelectRummyDraw") {
    if (rummy.cards.length === 0) return { title: "Your turn: draw a card", detail: "You have no use for any of the discards." };
    return { title: "Your turn: draw, or take discards", detail: "A card of the pile comes with all that lie on it." };
  }
  if (rummy.owed !== null) return { title: `Put down ${short(rummy.owed)}, which you took`, detail: "In a new meld, or on one of the table. Then discard." };
  return { title: "Put down what you like, then discard", detail: "The discard ends your turn." };
}

function action(chosen: Action, view: RummyView): string {
  const rummy = chosen as unknown as RummyAction;
  switch (rummy.type) {
    case "DrawRummyStock":
      return words.label.draw;
    case "TakeRummyDiscard":
      return words.label.take(takenCards(view, rummy.card).length);
    case "LayRummyMeld":
    case "LayOffRummyCards":
      return words.label.put(rummy.cards.length, pointsOf(rummy.cards));
    case "DiscardRummyCard":
      return words.label.discard(short(rummy.card));
    case "PlayRummyTurn":
      return turnLabel(rummy);
  }
}

function turnLabel({ plays = [], discard }: PlayRummyTurn): string {
  const cards = plays.flatMap((play) => play.cards);
  if (!discard) return words.label.put(cards.length, pointsOf(cards));
  return cards.length > 0 ? words.label.putAndDiscard(cards.length, short(discard)) : words.label.discard(short(discard));
}

/** Ask before many cards are taken, and before a discard that breaks a meld of the hand. */
function confirm(chosen: Action, view: RummyView): string | null {
  const rummy = chosen as unknown as RummyAction;
  if (rummy.type === "TakeRummyDiscard") {
    const count = takenCards(view, rummy.card).length;
    return count >= MANY_CARDS ? `Really take ${cardCount(count)}?` : null;
  }
  if (rummy.type === "DiscardRummyCard") return breaksMeld(view.hand, rummy.card, view);
  if (rummy.type !== "PlayRummyTurn" || !rummy.discard) return null;
  const laid = (rummy.plays ?? []).flatMap(({ cards }) => cards);
  return breaksMeld(view.hand.filter((card) => !laid.includes(card)), rummy.discard, view);
}

/** Return the question if without the card less than before could be put down, apart from its own points. */
function breaksMeld(hand: string[], card: string, { aceRuns }: RummyView): string | null {
  const whole = partition(hand, aceRuns);
  const meld = whole.melds.find((cards) => cards.includes(card));
  if (meld === undefined) return null;
  const rest = partition(hand.filter((one) => one !== card), aceRuns);
  const isBroken = pointsOf(rest.left) > pointsOf(whole.left);
  return isBroken ? `Really discard ${short(card)} of ${listed(meld)}?` : null;
}

/** Return the points that each seat has put down in this round. */
export function laidPoints(view: RummyView): number[] {
  const points = view.players.map(() => 0);
  if (view.decision === "OVER") return points; // the scores already contain them
  for (const { cards, owners } of view.melds) {
    cards.forEach((card, index) => (points[owners[index]!]! += pointsOf([card])));
  }
  return points;
}

function seat(view: RummyView, index: number): SeatNote {
  const { cards, score, gone } = view.players[index]!;
  return gone ? { note: "left", score } : { note: cardCount(cards), score: score + laidPoints(view)[index]! };
}

/** The points of the last rounds; earlier ones are only in the total. */
function points(view: RummyView): { columns: string[]; rows: number[][] } | null {
  if (view.rounds.length === 0) return null;
  const totals = view.players.map(({ score }) => score);
  // A match that ends because everybody left has a last round without points.
  const isScored = view.decision === "OVER" && Math.max(...totals) >= view.target;
  const first = view.round - (isScored ? 0 : 1) - view.rounds.length + 1;
  const listedPoints = totals.map((_, index) => view.rounds.reduce((sum, round) => sum + round[index]!, 0));
  const hasEarlier = first > 1;
  return {
    columns: [...(hasEarlier ? [first === 2 ? "Round 1" : `Rounds 1–${first - 1}`] : []), ...view.rounds.map((_, index) => `Round ${first + index}`), "Total"],
    rows: totals.map((total, index) => [
      ...(hasEarlier ? [total - listedPoints[index]!] : []), ...view.rounds.map((round) => round[index]!), total,
    ]),
  };
}

export const say: Say<RummyView> = {
  change,
  ask,
  action,
  confirm,
  seat,
  points,
  subtitle: (view) => `Round ${view.round} · to ${view.target}`,
  scores: (view) => view.players.map(({ score }) => score),
  rules: words.rules,
};
