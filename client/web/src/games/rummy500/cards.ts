/** The cards of Rummy 500: rank and suit, `5H`, `TC`, `QS`. */

import { by } from "../collections";

export const RANKS = "A23456789TJQK";
export const SUITS = "HCSD";
const SUIT_NAMES: Record<string, string> = { H: "hearts", C: "clubs", S: "spades", D: "diamonds" };
const SUIT_SIGNS: Record<string, string> = { H: "♥", C: "♣", S: "♠", D: "♦" };
const RANK_NAMES: Record<string, string> = { A: "ace", J: "jack", Q: "queen", K: "king", T: "10" };

export const rankOf = (card: string) => card[0] ?? "";
export const suitOf = (card: string) => card[1] ?? "";

/** Return the rank as it is printed: 10 for T. */
export const rankText = (card: string) => (rankOf(card) === "T" ? "10" : rankOf(card));

/** Return "10♥". */
export const short = (card: string) => rankText(card) + (SUIT_SIGNS[suitOf(card)] ?? "");

/** Return "queen of spades". */
export function cardName(card: string): string {
  return `${RANK_NAMES[rankOf(card)] ?? rankOf(card)} of ${suitName(suitOf(card))}`;
}

export const suitName = (suit: string) => SUIT_NAMES[suit] ?? suit;

/** Return cards as they are in a sentence: "5♥ 6♥ 7♥". */
export const listed = (cards: readonly string[]) => cards.map(short).join(" ");

/** Return the points of cards: 2 to 9 their number, all others 10. */
export function pointsOf(cards: readonly string[]): number {
  return cards.reduce((sum, card) => sum + (/^[2-9]/.test(card) ? Number(card[0]) : 10), 0);
}

const bySuit = by((card: string) => [SUITS.indexOf(suitOf(card)), RANKS.indexOf(rankOf(card))]);
const byRank = by((card: string) => [RANKS.indexOf(rankOf(card)), SUITS.indexOf(suitOf(card))]);

/** Return the cards in the order of a view. */
export const sortedBySuit = (cards: readonly string[]) => [...cards].sort(bySuit);
export const sortedByRank = (cards: readonly string[]) => [...cards].sort(byRank);

/** Return "1 card" or "5 cards". */
export const cardCount = (count: number) => (count === 1 ? "1 card" : `${count} cards`);
