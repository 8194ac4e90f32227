/** The keys of the table. Keys of the game come first; nothing happens while somebody writes. */

import type { Match } from "../lib/match.svelte";

export interface Shell {
  log: () => void;
  chat: () => void;
  recap: () => void;
  hint: () => void;
  help: () => void;
}

/** Handle a key; returns true if it did something, so that the browser must not handle it, too. */
export function pressed(event: KeyboardEvent, match: Match, shell: Shell): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || isBusy(event.target)) return false;
  const { choice } = match;
  const key = event.key.toLowerCase();
  if (key === "escape") return choice.back();
  const own = match.Board && match.pack.keys?.find((shortcut) => shortcut.key === key);
  if (own?.press(choice)) return true;
  if (/^[1-9]$/.test(key)) return clickNumber(Number(key));
  if (key === "enter") return submit(event, match);
  const shellKeys: Record<string, () => void> = { l: shell.log, c: shell.chat, r: shell.recap, h: shell.hint, "?": shell.help };
  const press = shellKeys[key];
  press?.();
  return press !== undefined;
}

/** Return true if the key belongs to a text field or to an open dialog. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog") !== null;
}

/** Click the legal target with this number, in the order of the board. */
function clickNumber(number: number): boolean {
  const legal = document.querySelectorAll<HTMLElement>("#board [data-state=legal]");
  legal[number - 1]?.click();
  return legal[number - 1] !== undefined;
}

/** Send the complete action, unless Enter presses the button that has the focus. */
function submit(event: KeyboardEvent, match: Match): boolean {
  if (event.target instanceof Element && event.target.closest("button, a, summary, [role=option]") !== null) return false;
  if (match.choice.label === null) return false;
  match.choice.submit();
  return true;
}
