/**
 * The plays that follow from the chosen cards. The player only chooses cards: the plan finds new melds
 * and lay-offs for them, and one card that fits nowhere becomes the discard.
 */

import type { LayOffRummyCards, LayRummyMeld, RummyView } from "../../lib/messages";
import type { Action } from "../../lib/wire";
import { pointsOf } from "./cards";
import { grow, partition } from "./melds";

/** Where the player wants a card: on a meld of the table, or on the discard pile. */
export type Place = number | "pile";

export interface Plan {
  /** New melds, in order. */
  melds: string[][];
  /** Cards for melds of the table by number, in the order in which they join. */
  layOffs: Map<number, string[]>;
  discard: string | null;
  /** Chosen cards that fit nowhere. */
  loose: string[];
  /** The points of the cards that are put down. */
  points: number;
}

/**
 * Return the plan for the chosen cards. `wanted` has the places that the player named for cards. A
 * chosen card that is owed is put down if possible, even if another plan is worth more. A discard is
 * planned only if no card is owed, or the plan puts the owed card down.
 */
export function planFor(view: RummyView, chosen: readonly string[], wanted: ReadonlyMap<string, Place> = new Map()): Plan {
  const { owed } = view;
  const first = tryPlan(view, chosen, wanted);
  if (owed === null || !chosen.includes(owed) || placed(first).includes(owed)) return first;
  const others = view.melds.map(({ cards }, index) => {
    const { added } = grow(cards, chosen, view.aceRuns);
    const needed = added.slice(0, added.indexOf(owed) + 1);
    return tryPlan(view, chosen, new Map([...wanted, ...needed.map((card): [string, Place] => [card, index + 1])]));
  });
  return others.find((plan) => placed(plan).includes(owed)) ?? first;
}

function tryPlan(view: RummyView, chosen: readonly string[], wanted: ReadonlyMap<string, Place>): Plan {
  const plan: Plan = { melds: [], layOffs: new Map(), discard: null, loose: [], points: 0 };
  const onPile = chosen.find((card) => wanted.get(card) === "pile") ?? null;
  let left = chosen.filter((card) => card !== onPile);
  left = layOff(view, plan, left, (card, number) => wanted.get(card) === number);
  const { melds, left: rest } = partition(left, view.aceRuns, view.owed);
  plan.melds = melds;
  left = layOff(view, plan, rest, () => true);
  plan.points = pointsOf(placed(plan));
  const isOwed = view.owed !== null && !placed(plan).includes(view.owed);
  if (onPile !== null && !isOwed) plan.discard = onPile;
  else if (onPile !== null) left.push(onPile);
  if (plan.discard === null && left.length === 1 && !isOwed) plan.discard = left.pop()!;
  plan.loose = left;
  return plan;
}

/** Add cards to melds of the table where they fit and `may` allows it; return the others. */
function layOff(view: RummyView, plan: Plan, cards: string[], may: (card: string, number: number) => boolean): string[] {
  let left = cards;
  view.melds.forEach((meld, index) => {
    const number = index + 1;
    const before = plan.layOffs.get(number) ?? [];
    const { grown } = grow(meld.cards, before, view.aceRuns);
    const { added } = grow(grown, left.filter((card) => may(card, number)), view.aceRuns);
    if (added.length > 0) plan.layOffs.set(number, [...before, ...added]);
    left = left.filter((card) => !added.includes(card));
  });
  return left;
}

/** Return the cards that a plan puts down. */
export function placed(plan: Plan): string[] {
  return [...plan.melds.flat(), ...[...plan.layOffs.values()].flat()];
}

/** Return the one message that carries out a plan; null if there is nothing to do. */
export function actionOf(plan: Plan): Action | null {
  const plays: (LayRummyMeld | LayOffRummyCards)[] = [
    ...plan.melds.map((cards): LayRummyMeld => ({ type: "LayRummyMeld", cards })),
    ...[...plan.layOffs].map(([meld, cards]): LayOffRummyCards => ({ type: "LayOffRummyCards", meld, cards })),
  ];
  if (plays.length === 0) return plan.discard === null ? null : { type: "DiscardRummyCard", card: plan.discard };
  if (plays.length === 1 && plan.discard === null) return plays[0] as unknown as Action;
  return plan.discard === null ? { type: "PlayRummyTurn", plays } : { type: "PlayRummyTurn", plays, discard: plan.discard };
}

/** Return every card of the hand that can be put down now. */
export function readyCards(view: RummyView): string[] {
  const plan = planFor(view, view.hand);
  return view.hand.filter((card) => placed(plan).includes(card));
}
