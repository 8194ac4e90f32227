/** The hand of Rummy 500 in groups: by use, by suit or by rank. */

import type { RummyView } from "../../lib/messages";
import { pointsOf, rankOf, RANKS, sortedByRank, sortedBySuit, SUITS, suitOf } from "./cards";
import { grow, partition, type Aces } from "./melds";
import { words } from "./words";

export type Order = "use" | "suit" | "rank";

export interface Group {
  title: string;
  /** What the title adds in bold: "+18", "needs a 9". */
  note?: string;
  cards: string[];
}

export function groupsOf(view: RummyView, order: Order): Group[] {
  if (order === "rank") return [{ title: words.sorts.rank, cards: sortedByRank(view.hand) }].filter(filled);
  if (order === "suit") {
    return [...SUITS].map((suit) => ({ title: words.suits[suit]!, cards: sortedBySuit(view.hand).filter((card) => suitOf(card) === suit) })).filter(filled);
  }
  return byUse(view);
}

const filled = ({ cards }: Group) => cards.length > 0;

function byUse(view: RummyView): Group[] {
  const { melds, left } = partition(view.hand, view.aceRuns, view.owed);
  const groups: Group[] = melds.map((cards) => ({ title: words.ready, note: `+${pointsOf(cards)}`, cards }));
  let rest = left;
  view.melds.forEach((meld, index) => {
    const { added } = grow(meld.cards, rest, view.aceRuns);
    if (added.length === 0) return;
    groups.push({ title: words.fits(index + 1), note: `+${pointsOf(added)}`, cards: added });
    rest = rest.filter((card) => !added.includes(card));
  });
  const { pairs, needs, others } = pairsOf(rest, view.aceRuns);
  groups.push({ title: words.pairs, note: needs.length > 0 ? words.needs(needs) : undefined, cards: pairs });
  groups.push({ title: words.loose, cards: sortedByRank(others) });
  return groups.filter(filled);
}

/** Find cards of one rank, then neighbours of one suit; `needs` has what would complete the first ones. */
function pairsOf(cards: string[], aces: Aces): { pairs: string[]; needs: string[]; others: string[] } {
  const pairs: string[] = [];
  const needs: string[] = [];
  let others = sortedBySuit(cards);
  for (const rank of RANKS) {
    const same = others.filter((card) => rankOf(card) === rank);
    if (same.length < 2) continue;
    pairs.push(...same);
    needs.push(words.aRank(rank));
    others = others.filter((card) => !same.includes(card));
  }
  for (const card of others) {
    const next = others.find((other) => isNeighbour(card, other));
    if (pairs.includes(card) || next === undefined || pairs.includes(next)) continue;
    pairs.push(card, next);
    needs.push(...completing(card, next, aces));
  }
  return { pairs, needs: needs.slice(0, 2), others: others.filter((card) => !pairs.includes(card)) };
}

function isNeighbour(card: string, other: string): boolean {
  return suitOf(card) === suitOf(other) && RANKS.indexOf(rankOf(other)) - RANKS.indexOf(rankOf(card)) === 1;
}

/** Return the first card that would make a run of two neighbours. */
function completing(card: string, next: string, aces: Aces): string[] {
  const order = aces === "low" ? RANKS : `${RANKS}A`;
  const [below, above] = [RANKS.indexOf(rankOf(card)) - 1, RANKS.indexOf(rankOf(next)) + 1];
  const rank = order[above] ?? RANKS[below];
  return rank === undefined ? [] : [words.aCard(rank + suitOf(card))];
}
