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

export class Talk {
  chat: ChatLine[] = $state.raw([]);
  notes: Note[] = $state.raw([]);
  unread = $state(0);

  /** Add a chat line; one of somebody else is unread. */
  hear(message: Received, me: string): void {
    const { sender, text, to, watcher } = message;
    this.chat = [...this.chat, { sender, text, to, watcher, at: Date.now() }].slice(-MOST_LINES);
    if (sender !== me) this.unread += 1;
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
