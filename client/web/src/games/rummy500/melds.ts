/**
 * Melds of Rummy 500: in a hand, on the table, and cards that fit. A run never continues through an
 * ace; `aces` says at which ends an ace may be.
 */

import type { RummyMeldView, RummyView } from "../../lib/messages";
import { pointsOf, rankOf, RANKS, sortedBySuit, SUITS, suitOf } from "./cards";

export type Aces = RummyView["aceRuns"];

const SHORTEST = 3;
const ORDERS: Record<Aces, string> = { both: `${RANKS}A`, low: RANKS, high: `${RANKS.slice(1)}A` };

export function isSet(meld: readonly string[]): boolean {
  return meld.length > 1 && rankOf(meld[0]!) === rankOf(meld[1]!);
}

/** Return the cards as a meld in its order, the ace low if possible; null if they are no meld. */
export function arrange(cards: readonly string[], aces: Aces): string[] | null {
  if (cards.length < SHORTEST || new Set(cards).size !== cards.length) return null;
  if (new Set(cards.map(rankOf)).size === 1) return sortedBySuit(cards);
  const suit = suitOf(cards[0]!);
  if (cards.some((card) => suitOf(card) !== suit)) return null;
  const ranks = new Set(cards.map(rankOf));
  const order = ORDERS[aces];
  for (let start = 0; start + cards.length <= order.length; start += 1) {
    const run = [...order.slice(start, start + cards.length)];
    if (run.every((rank) => ranks.has(rank))) return run.map((rank) => rank + suit);
  }
  return null;
}

/** Return the cards that could be added next: before the meld, and after it or to a set. */
export function neighbours(meld: readonly string[], aces: Aces): { front: string[]; back: string[] } {
  if (isSet(meld)) {
    const rank = rankOf(meld[0]!);
    return { front: [], back: [...SUITS].map((suit) => rank + suit).filter((card) => !meld.includes(card)) };
  }
  const [suit, order] = [suitOf(meld[0] ?? ""), ORDERS[aces]];
  const start = order.indexOf(meld.map(rankOf).join(""));
  if (start < 0) return { front: [], back: [] };
  const at = (index: number) => [order[index]].filter((rank) => rank !== undefined && !meld.includes(rank + suit)).map((rank) => rank + suit);
  return { front: start > 0 ? at(start - 1) : [], back: at(start + meld.length) };
}

/**
 * Return the meld with as many of these cards as fit, and the cards in the order in which they join.
 * With `end` a run grows at that end only.
 */
export function grow(
  meld: readonly string[], cards: readonly string[], aces: Aces, end: "front" | "back" | "both" = "both",
): { grown: string[]; added: string[] } {
  let grown = [...meld];
  const added: string[] = [];
  const left = new Set(cards);
  for (;;) {
    const { front, back } = neighbours(grown, aces);
    const before = end === "back" ? undefined : front.find((card) => left.has(card));
    const card = before ?? (end === "front" && !isSet(meld) ? undefined : back.find((one) => left.has(one)));
    if (card === undefined) return { grown: isSet(meld) ? sortedBySuit(grown) : grown, added };
    grown = before !== undefined ? [card, ...grown] : [...grown, card];
    added.push(card);
    left.delete(card);
  }
}

/** Return the largest sets, then the longest runs that can be made of the cards; they may overlap. */
export function longestMelds(cards: readonly string[], aces: Aces): string[][] {
  const held = new Set(cards);
  const sets = [...RANKS].map((rank) => [...SUITS].map((suit) => rank + suit).filter((card) => held.has(card)));
  const runs = [...SUITS].flatMap((suit) => longestRuns([...ORDERS[aces]].map((rank) => rank + suit), held));
  return [...sets, ...runs].filter((meld) => meld.length >= SHORTEST);
}

function longestRuns(suit: string[], held: Set<string>): string[][] {
  const runs: string[][] = [[]];
  for (const card of suit) {
    const run = runs.at(-1)!;
    if (held.has(card) && !run.includes(card)) run.push(card);
    else runs.push(held.has(card) ? [card] : []);
  }
  return runs;
}

export interface Partition {
  melds: string[][];
  left: string[];
}

/** Positions that `partition` tries before it settles for the best one found. */
const MOST_TRIED = 20_000;
/** More than all cards of a deck are worth. */
const MUST_POINTS = 1000;

/**
 * Divide cards into melds so that the cards left over are worth as little as possible. The card `must`
 * is in a meld if that is possible at all.
 */
export function partition(cards: readonly string[], aces: Aces, must: string | null = null): Partition {
  const worth = (some: readonly string[]) => pointsOf(some) + (must !== null && some.includes(must) ? MUST_POINTS : 0);
  const candidates = longestMelds(cards, aces).flatMap((meld) => parts(meld, aces));
  candidates.sort((one, other) => worth(other) - worth(one));
  const order = sortedBySuit(cards);
  let best: Partition = { melds: [], left: order };
  let tried = 0;

  /** Decide about the first open card: in one of its melds, or left over. */
  function search(open: string[], melds: string[][], left: string[]): void {
    tried += 1;
    const card = open[0];
    if (worth(left) >= worth(best.left) || tried > MOST_TRIED) return;
    if (card === undefined) {
      best = { melds, left };
      return;
    }
    for (const meld of candidates) {
      if (meld.includes(card) && meld.every((one) => open.includes(one))) {
        search(open.filter((one) => !meld.includes(one)), [...melds, meld], left);
      }
    }
    search(open.slice(1), melds, [...left, card]);
  }

  search(order, [], []);
  return best;
}

/** Return a meld and its parts that are melds, too: another meld may need the rest. */
function parts(meld: string[], aces: Aces): string[][] {
  if (isSet(meld)) return meld.length > SHORTEST ? [meld, ...meld.map((card) => meld.filter((other) => other !== card))] : [meld];
  const found: string[][] = [];
  for (let length = meld.length; length >= SHORTEST; length -= 1) {
    for (let start = 0; start + length <= meld.length; start += 1) {
      const part = arrange(meld.slice(start, start + length), aces);
      if (part !== null) found.push(part);
    }
  }
  return found;
}

/** Return the numbers of the melds of the table that a card alone can join. */
export function fittingMelds(card: string, melds: readonly RummyMeldView[], aces: Aces): number[] {
  return melds.flatMap(({ cards }, index) => {
    const { front, back } = neighbours(cards, aces);
    return front.includes(card) || back.includes(card) ? [index + 1] : [];
  });
}
