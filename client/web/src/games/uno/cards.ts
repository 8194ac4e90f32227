/** The cards of UNO: `COLOR VALUE`, a wild in a hand is `WILD WILD` or `WILD DRAW_4`. */

import type { UnoView } from "../../lib/messages";
import { by } from "../collections";

export type Color = NonNullable<UnoView["color"]>;
export type Order = "color" | "value";

export const COLORS: Color[] = ["RED", "YELLOW", "GREEN", "BLUE"];
const ORDER = [...COLORS, "WILD"];
const VALUES = [..."0123456789", "SKIP", "REVERSE", "DRAW_2", "WILD", "DRAW_4"];
const WILD_NAMES: Record<string, string> = { WILD: "wild", DRAW_4: "wild draw 4" };

export interface Card {
  /** WILD in a hand; on the table a wild has its named colour. */
  color: Color | "WILD";
  value: string;
}

export function parse(card: string): Card {
  const [color = "", value = ""] = card.split(" ");
  return { color: color as Card["color"], value };
}

export function isWild(card: string): boolean {
  return parse(card).value in WILD_NAMES;
}

/** Return the card as it is in a hand: a wild has no named colour there. */
export function inHand(card: string): string {
  return isWild(card) ? `WILD ${parse(card).value}` : card;
}

/** Return "red 7", "blue draw 2" or "wild draw 4", without the named colour of a wild. */
export function cardName(card: string): string {
  const { color, value } = parse(card);
  return WILD_NAMES[value] ?? `${color} ${value}`.toLowerCase().replaceAll("_", " ");
}

export function colorName(color: string): string {
  return color.toLowerCase();
}

const byColor = by((card: string) => [ORDER.indexOf(parse(card).color), VALUES.indexOf(parse(card).value)]);
const byValue = by((card: string) => [VALUES.indexOf(parse(card).value), ORDER.indexOf(parse(card).color)]);

/** Return the cards in the order of a view (by colour), or by value. */
export function sorted(cards: string[], order: Order = "color"): string[] {
  return cards.toSorted(order === "color" ? byColor : byValue);
}

/** Return "1 card" or "5 cards". */
export function cardCount(count: number): string {
  return count === 1 ? "1 card" : `${count} cards`;
}
