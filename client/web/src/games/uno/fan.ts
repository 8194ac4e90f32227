/** The layout of a hand: rows of cards that overlap only if the place is too narrow. */

export interface Fan {
  /** The width of a card in pixels; its height is 1.45 times as much. */
  width: number;
  /** The distance of the left edges of two cards. */
  stepX: number;
  /** The distance of the top edges of two rows. */
  stepY: number;
  /** The number of cards of each row. */
  rows: number[];
}

/** The smallest visible part of a card that a finger can hit. */
export const STRIP = 44;
export const RATIO = 1.45;
/** A place that is narrower is on a phone. */
const PHONE = 600;

interface Size {
  width: number;
  gap: number;
  /** The distance between two rows; negative if rows overlap. */
  rowGap: number;
  minStep: number;
  mostRows: number;
}

/** Sizes from the largest to the smallest; the first one that fits into its number of rows is used. */
function sizes(available: number): Size[] {
  if (available >= PHONE) {
    return [
      { width: 96, gap: 26, rowGap: 22, minStep: 96 + 14, mostRows: 1 },
      { width: 96, gap: 14, rowGap: 22, minStep: 62, mostRows: 1 },
      { width: 80, gap: 14, rowGap: -50, minStep: STRIP, mostRows: 9 },
    ];
  }
  return [
    { width: 78, gap: 10, rowGap: 24, minStep: 78 + 8, mostRows: 2 },
    { width: 70, gap: 8, rowGap: 20, minStep: STRIP + 2, mostRows: 2 },
    { width: 66, gap: 8, rowGap: -28, minStep: STRIP, mostRows: 9 },
  ];
}

/** Return the layout of `count` cards in a place of this width. */
export function fan(count: number, available: number): Fan {
  const room = Math.max(available, 300);
  const choices = sizes(room);
  const size = choices.find((one) => rowsOf(count, room, one) <= one.mostRows) ?? choices.at(-1)!;
  const rows = split(count, rowsOf(count, room, size));
  const longest = rows[0] ?? 0;
  const stepX = longest > 1 ? Math.min(size.width + size.gap, (room - size.width) / (longest - 1)) : 0;
  return { width: size.width, stepX, stepY: size.width * RATIO + size.rowGap, rows };
}

function rowsOf(count: number, room: number, { width, minStep }: Size): number {
  const perRow = Math.floor((room - width) / minStep) + 1;
  return Math.ceil(count / perRow);
}

/** Split cards into rows of nearly equal length, the longer ones first. */
function split(count: number, rows: number): number[] {
  return Array.from({ length: rows }, (_, row) => Math.ceil((count - row) / rows));
}
