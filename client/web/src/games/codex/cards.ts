/** What is printed on the cards of Codex Naturalis. docs/protocol.md explains the columns. */

import table from "../../../../../messages/codex/cards.csv?raw";

export type Side = "BACK" | "FRONT";

export interface Card {
  id: string;
  kingdom: string;
  front: string;
  back: string;
  centre: string;
  points: number;
  rule: string;
  needs: string;
  pattern: string;
}

/** One side of a card as it is drawn. */
export interface Face {
  kind: "GOLD" | "RESOURCE" | "STARTER";
  /** The letter of the kingdom; `-` for a starter. */
  kingdom: string;
  /** The corners: top left, top right, bottom left, bottom right; `.` is empty, `x` is no corner. */
  corners: string;
  /** The symbols in the centre, which count. */
  centre: string;
  points: number;
  rule: string;
  /** The symbols that must be visible before the side is placed. */
  needs: string;
  isBack: boolean;
}

/** The symbols in the order of `CodexArea.symbols`. */
export const SYMBOLS = "FPAIQKM";
export const HIDDEN = "x";
const KINGDOMS: Record<string, string> = { F: "FUNGI", P: "PLANT", A: "ANIMAL", I: "INSECT" };
const KINDS = { R: "RESOURCE", G: "GOLD", S: "STARTER" } as const;

/** The symbols that the points of a card count, by its rule. */
export const COUNTED: Record<string, string> = { per_quill: "Q", per_inkwell: "K", per_manuscript: "M" };

const cards = new Map(table.trim().split(/\r?\n/).slice(1).map(read).map((card) => [card.id, card]));

function read(line: string): Card {
  const [id = "", kingdom = "", front = "", back = "", centre = "", points, rule = "", needs = "", pattern = ""] =
    line.split(",");
  return { id, kingdom, front, back, centre, points: Number(points), rule, needs, pattern };
}

/** Return a card by its id. Throws for an unknown id. */
export function card(id: string): Card {
  const found = cards.get(id);
  if (found === undefined) throw new Error(`no card ${id}`);
  return found;
}

function kindOf(id: string): Face["kind"] {
  return KINDS[id[0] as keyof typeof KINDS];
}

/** Return one side of a card. Throws for an unknown id. */
export function face(id: string, side: Side): Face {
  const { kingdom, front, back, centre, points, rule, needs } = card(id);
  const isBack = side === "BACK";
  return {
    kind: kindOf(id),
    kingdom,
    corners: isBack ? back : front,
    centre: isBack ? centre : "",
    points: isBack ? 0 : points,
    rule: isBack ? "none" : rule,
    needs: isBack ? "" : needs,
    isBack,
  };
}

/** Return the text of the back of a card, as the server sends it: `GOLD FUNGI`. */
export function backOf(id: string): string {
  return `${kindOf(id)} ${KINGDOMS[card(id).kingdom]}`;
}

/** Return the face of a back of which only the text is known: `GOLD FUNGI`. */
export function backFace(back: string): Face {
  const [kind, name] = back.split(" ");
  const kingdom = name?.[0] ?? "-";
  const printed = { corners: "....", centre: kingdom, points: 0, rule: "none", needs: "", isBack: true };
  return { kind: kind === "GOLD" ? "GOLD" : "RESOURCE", kingdom, ...printed };
}

/** Return how often each symbol occurs in a text of letters, in the order of `SYMBOLS`. */
export function countSymbols(letters: string): number[] {
  return [...SYMBOLS].map((symbol) => [...letters].filter((letter) => letter === symbol).length);
}
