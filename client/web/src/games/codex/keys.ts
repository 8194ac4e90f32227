/** The keys of Codex Naturalis. The digits choose cards, then spots, in the order of the board. */

import type { Shortcut } from "../pack";
import { FLIP } from "./actions";
import { desk } from "./desk.svelte";
import { words } from "./words";

const HAND_KEYS = ["q", "w", "e"];

/** Press the card of the hand with this index; returns false if it cannot be chosen now. */
function pressCard(index: number): boolean {
  const cards = document.querySelectorAll<HTMLElement>("#board [data-step^='card=']");
  const found = cards[index]?.dataset.state === undefined ? undefined : cards[index];
  found?.click();
  return found !== undefined;
}

export const keys: Shortcut[] = [
  ...HAND_KEYS.map((key, index): Shortcut => ({ key, label: `${words.cardKey} ${index + 1}`, press: () => pressCard(index) })),
  {
    key: "f",
    label: words.flipKey,
    press(choice) {
      if (choice.state(FLIP) === undefined) return false;
      choice.pick(FLIP);
      return true;
    },
  },
  { key: "+", label: words.zoomInKey, press: () => (desk.zoomIn(), true) },
  { key: "-", label: words.zoomOutKey, press: () => (desk.zoomOut(), true) },
  { key: "0", label: words.showAllKey, press: () => (desk.showAll(), true) },
];
