/** The nickname of this browser and the tokens with which sessions are resumed. */

import { store } from "./settings.svelte";

export interface Seat {
  nickname: string;
  token: string;
  /** The game of the table, for the strip on the start page; empty in the lobby. */
  game: string;
}

const NAME = "tavolata.name";
const SEAT = "tavolata.seat";
const LAST_GAME = "tavolata.game";
const TREES = ["olive", "maple", "birch", "cedar", "elm", "fig", "hazel", "linden", "pine", "willow"];

/** Return a new name of a guest, such as `guest-olive-41`. */
export function guestName(random: () => number = Math.random): string {
  const tree = TREES[Math.floor(random() * TREES.length)];
  return `guest-${tree}-${10 + Math.floor(random() * 990)}`;
}

/** The name that was chosen in this browser, or empty. */
export function savedName(): string {
  return read(localStorageOrNull(), NAME) ?? "";
}

export function saveName(name: string): void {
  store(NAME, name);
}

export function lastGame(): string {
  return read(localStorageOrNull(), LAST_GAME) ?? "";
}

export function saveLastGame(game: string): void {
  store(LAST_GAME, game);
}

/** The seat of this tab: after a reload the session is resumed with it. */
export function tabSeat(): Seat | null {
  return parse(read(sessionStorageOrNull(), SEAT));
}

/** The newest seat of this browser, offered on the start page of another tab. */
export function keptSeat(): Seat | null {
  return parse(read(localStorageOrNull(), SEAT));
}

/** Keep the seat for a reload; a seat at a table also for *Return*. */
export function keepSeat(seat: Seat): void {
  const text = JSON.stringify(seat);
  try {
    sessionStorage.setItem(SEAT, text);
  } catch {
    // Without storage a reload begins a new session.
  }
  if (seat.game !== "") store(SEAT, text);
}

/** Forget the seat of this tab, and its copy in `localStorage`. A newer one, which another tab resumed, stays there. */
export function forgetSeat(nickname: string, token: string): void {
  sessionStorageOrNull()?.removeItem(SEAT);
  const kept = keptSeat();
  if (kept?.nickname === nickname && kept.token === token) localStorageOrNull()?.removeItem(SEAT);
}

export function forgetKeptSeat(): void {
  localStorageOrNull()?.removeItem(SEAT);
}

function parse(text: string | null): Seat | null {
  try {
    const seat = JSON.parse(text ?? "null") as Seat | null;
    return typeof seat?.nickname === "string" && typeof seat.token === "string" ? seat : null;
  } catch {
    return null;
  }
}

function read(storage: Storage | null, key: string): string | null {
  return storage?.getItem(key) ?? null;
}

function localStorageOrNull(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function sessionStorageOrNull(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** Computer players that the server names end with `-bot`. */
export function isComputer(nickname: string): boolean {
  return nickname.endsWith("-bot");
}
