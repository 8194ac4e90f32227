/** The keys of My Shelfie: O changes the order of the tiles, 1 to 5 choose a column. */

import type { Shortcut } from "../pack";
import { COLUMNS } from "./shelf";
import { words } from "./words";

/** Click an element of the board; returns false if there is none that can be used now. */
function click(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(`#board ${selector}`);
  element?.click();
  return element !== null;
}

/** A digit is the number of a column as soon as a column can be chosen, else that of a tile. */
const columnKeys = [...Array(COLUMNS).keys()].map((column): Shortcut => ({
  key: String(column + 1),
  label: `${words.columnKey} ${column + 1}`,
  press: () => document.querySelector("#board .column[data-state]") !== null && (click(`[data-column="${column}"][data-state]`), true),
}));

export const keys: Shortcut[] = [
  { key: "o", label: words.arrange, press: () => click(".order:not([aria-disabled=true])") },
  ...columnKeys,
];
