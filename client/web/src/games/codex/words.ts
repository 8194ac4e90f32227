/** The texts of Codex Naturalis in English. */

import type { Face } from "./cards";
import { COUNTED } from "./cards";
import type { PatternCell } from "./objectives";

export const SYMBOL_NAMES: Record<string, { one: string; many: string }> = {
  F: { one: "fungi", many: "fungi" },
  P: { one: "plant", many: "plants" },
  A: { one: "animal", many: "animals" },
  I: { one: "insect", many: "insects" },
  Q: { one: "quill", many: "quills" },
  K: { one: "inkwell", many: "inkwells" },
  M: { one: "manuscript", many: "manuscripts" },
};

const NUMBERS = ["no", "one", "two", "three", "four"];
const CORNER_NAMES = ["top left", "top right", "bottom left", "bottom right"];
const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Return symbols as an amount: "2 fungi and 1 quill"; the letters may be in any order. */
export function symbolAmount(letters: string): string {
  const parts = Object.entries(SYMBOL_NAMES).flatMap(([letter, { one, many }]) => {
    const count = [...letters].filter((other) => other === letter).length;
    return count > 0 ? [plural(count, one, many)] : [];
  });
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)!}` : (parts[0] ?? "nothing");
}

/** Return the kind and the kingdom of a card: "gold fungi card". */
export function cardName({ kind, kingdom }: Pick<Face, "kind" | "kingdom">): string {
  if (kind === "STARTER") return "starter";
  return `${kind === "GOLD" ? "gold " : ""}${SYMBOL_NAMES[kingdom]?.one ?? ""} card`;
}

/** Return a card with its article: "an animal card". */
export function aCard(face: Pick<Face, "kind" | "kingdom">): string {
  const name = cardName(face);
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** Return the points of a side: "1 point", "1 point per quill", "" without points. */
export function pointsText({ points, rule }: Face): string {
  if (points === 0) return "";
  const counted = COUNTED[rule];
  if (counted !== undefined) return `${words.points(points)} per ${SYMBOL_NAMES[counted]!.one}`;
  return rule === "per_covered_corner" ? `${words.points(points)} per covered corner` : words.points(points);
}

/** Return everything on a side of a card in words, for screen readers. */
export function faceText(face: Face): string {
  const corners = [...face.corners].map((corner, index) => {
    const name = corner === "x" ? "none" : corner === "." ? "empty" : SYMBOL_NAMES[corner]!.one;
    return `${CORNER_NAMES[index]} ${name}`;
  });
  const parts = [
    `${cardName(face)}, ${face.isBack ? "back" : "front"}`,
    pointsText(face),
    face.needs === "" ? "" : `needs ${symbolAmount(face.needs)}`,
    face.centre === "" ? "" : `centre ${symbolAmount(face.centre)}`,
    face.corners === "...." ? "four empty corners" : `corners: ${corners.join(", ")}`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** Return a pattern in words: "three fungi in a line rising to the right". */
export function patternText(cells: PatternCell[]): string {
  const kingdoms = cells.map(({ kingdom }) => kingdom);
  const name = (kingdom: string) => SYMBOL_NAMES[kingdom]!.one;
  if (new Set(kingdoms).size === 1) {
    const slope = cells[0]!.x > cells.at(-1)!.x ? "rising" : "falling";
    return `three ${name(kingdoms[0]!)} cards in a line ${slope} to the right`;
  }
  const single = cells.find(({ kingdom }) => kingdoms.filter((other) => other === kingdom).length === 1)!;
  const pair = cells.filter((cell) => cell !== single);
  const height = single.y > Math.max(...pair.map(({ y }) => y)) ? "above" : "below";
  const side = single.x > pair[0]!.x ? "right" : "left";
  return `two ${name(pair[0]!.kingdom)} cards in a column and ${name(single.kingdom)} ${height} on the ${side}`;
}

export const words = {
  plural,
  capital,
  points: (count: number) => plural(count, "point"),
  signed: (count: number) => (count < 0 ? `−${-count}` : `+${count}`),
  number: (count: number) => NUMBERS[count] ?? String(count),
  spot: (number: number) => `spot ${number}`,
  colors: { RED: "red", BLUE: "blue", GREEN: "green", YELLOW: "yellow" } as Record<string, string>,
  faceDown: "face down",
  yourArea: (cards: number) => `Your area, ${plural(cards, "card")}`,
  areaOf: (name: string, cards: number) => `Area of ${name}, ${plural(cards, "card")}`,
  backToYours: "Back to your area",
  at: (x: number, y: number) => `column ${x}, row ${y}`,
  symbols: "Visible symbols",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  showAll: "Show the whole area",
  hand: "Your hand",
  handOf: (name: string) => `Hand of ${name}`,
  market: "To draw",
  marketLater: "To draw, after placing",
  onlyBack: "back only",
  needsMore: (letters: string) => `needs ${symbolAmount(letters)} more, so it can only be placed face down`,
  place: "place it",
  chosen: "put it back",
  emptySlot: "empty place",
  deck: (kind: string, left: number) => `${kind === "GOLD" ? "Gold" : "Resource"} deck, ${left} left`,
  deckEmpty: (kind: string) => `${kind === "GOLD" ? "Gold" : "Resource"} deck, empty`,
  flip: "Flip",
  flipped: (card: string, side: string) => ` ${card}; it lies ${side === "BACK" ? "face down" : "front up"}`,
  flipKey: "flip the chosen card",
  cardKey: "card of your hand",
  zoomInKey: "zoom in",
  zoomOutKey: "zoom out",
  showAllKey: "show the whole area",
  starter: "Which side of your starter lies up?",
  starterSide: { FRONT: "Front", BACK: "Back" } as Record<string, string>,
  color: "Your colour",
  objective: "Your secret objective",
  waiting: "Waiting for the others to choose.",
  objectives: "Objectives",
  each: (points: number) => `${plural(points, "point")} each`,
  now: (points: number) => `${points} now`,
  cardsOf: (cards: number) => `${cards} of 3`,
  needs: (letters: string) => `needs ${symbolAmount(letters)}`,
  secret: "only you know it",
  others: "Other areas",
  areas: "Areas",
  look: "Look at the area of ",
  round: (round: number) => `Round ${round}`,
  target: "to 20 points",
  ending: "the last round but one",
  additional: "the additional turn",
  setUp: "set-up",
  over: "over",
};

export const RULES = [
  "Build an area of cards. The player with most points wins.",
  "First everybody lays a starter card, takes a colour and keeps one of two secret objectives.",
  "In your turn place a card of your hand, then draw one: one of the four visible cards, or the top of a deck.",
  "A card covers one or more corners of cards in your area, one corner of each. Where no corner is drawn, nothing can lie. What is covered no longer counts.",
  "Front up a card may give points. A gold front needs symbols that are visible in your area before it is placed.",
  "Face down any card can be placed: it shows one symbol in its centre, has four empty corners and gives no points.",
  "Some gold cards count per visible symbol of a kind, or per corner that they cover.",
  "With 20 points, or when both decks are empty, the round is played to its end, and then everybody has one more turn.",
  "Then the two common objectives and your secret one count, as often as they are fulfilled.",
  "Of equal totals, the player who fulfilled more objectives wins.",
];
