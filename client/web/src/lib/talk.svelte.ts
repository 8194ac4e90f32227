/** What is said at a table: chat, and notes of the server that are no chat. */

import type { Received } from "./wire";

export interface ChatLine {
  sender: string;
  text: string;
  to: string;
  watcher: boolean;
  at: number;
}

/** A line from the server that is no chat: somebody left, the server stops. */
export interface Note {
  text: string;
  at: number;
}

const MOST_LINES = 500;

/** Messages that may also come before the last lines of a resumed session. */
export const AT_ANY_TIME: ReadonlySet<string> = new Set([
  "ChatMessage", "GenericMessage", "MatchResumed", "MatchSuspended", "PlayerStatus", "TurnReminder",
]);

export class Talk {
  chat: ChatLine[] = $state.raw([]);
  notes: Note[] = $state.raw([]);
  unread = $state(0);

  /** The last lines, which the server sends again to a resumed session; null at other times. */
  #again: ChatLine[] | null = null;

  /** Add a chat line; one of somebody else is unread. */
  hear(message: Received, me: string): void {
    const { sender, text, to, watcher } = message as unknown as ChatLine;
    const line = { sender, text, to, watcher, at: Date.now() };
    if (this.#again !== null) this.#again.push(line);
    else this.#add([line], me);
  }

  /** The session was resumed: the last lines follow, before its view or its room. */
  resume(): void {
    this.#again = [];
  }

  /** All last lines have arrived: add those that this page has not seen. */
  caughtUp(me: string): void {
    const again = this.#again ?? [];
    this.#again = null;
    let known = Math.min(again.length, this.chat.length);
    while (known > 0 && !again.slice(0, known).every((line, index) => isSame(line, this.chat.at(index - known)!))) known -= 1;
    if (again.length > known) this.#add(again.slice(known), me);
  }

  #add(lines: ChatLine[], me: string): void {
    this.chat = [...this.chat, ...lines].slice(-MOST_LINES);
    this.unread += lines.filter(({ sender }) => sender !== me).length;
  }

  note(text: string): void {
    this.notes = [...this.notes, { text, at: Date.now() }].slice(-MOST_LINES);
  }

  clear(): void {
    this.chat = [];
    this.notes = [];
    this.unread = 0;
  }
}

function isSame(one: ChatLine, other: ChatLine): boolean {
  return one.sender === other.sender && one.text === other.text && one.to === other.to;
}
