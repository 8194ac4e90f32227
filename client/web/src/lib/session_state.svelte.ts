/** What the page knows about its session; components read it. Only `Session` writes to it. */

import type { GameDescription } from "./catalogue";
import type { Seat } from "./identity";
import type { Match } from "./match.svelte";
import type { LinkState } from "./socket";
import { Talk, type ChatLine, type Note } from "./talk.svelte";
import type { Presence, RoomInfo } from "./wire";

export type Phase = "name" | "lobby" | "setup" | "room" | "play" | "over";

export interface Toast {
  text: string;
  error: boolean;
}

export class SessionState {
  link: LinkState = $state("opening");
  retryAt = $state(0);
  /** True after the session was resumed elsewhere; the page does not connect by itself then. */
  superseded = $state(false);
  /** True after the server stopped for good. */
  ended = $state(false);
  /** True after the server was upgraded, until the page is loaded again. */
  outdated = $state(false);
  phase: Phase = $state("name");
  me = $state("");
  passwordNeeded = $state(false);
  games: GameDescription[] = $state.raw([]);
  rooms: RoomInfo[] = $state.raw([]);
  playing: RoomInfo[] = $state.raw([]);
  total = $state(0);
  totalPlaying = $state(0);
  /** The number of people who are online; 0 if unknown. */
  people = $state(0);
  room: RoomInfo | null = $state.raw(null);
  code = $state("");
  /** True for a spectator, before and during a match. */
  watching = $state(false);
  wizards: string[] = $state.raw([]);
  match: Match | null = $state.raw(null);
  presence: Record<string, Presence> = $state.raw({});
  toast: Toast | null = $state.raw(null);
  /** A seat of another tab or of an earlier visit, offered on the start page. */
  kept: Seat | null = $state.raw(null);
  readonly talk = new Talk();

  game(id: string): GameDescription | undefined {
    return this.games.find(({ game }) => game === id);
  }

  gameTitle(id: string): string {
    return this.game(id)?.title ?? id;
  }

  get chat(): ChatLine[] {
    return this.talk.chat;
  }

  get notes(): Note[] {
    return this.talk.notes;
  }

  get unreadChat(): number {
    return this.talk.unread;
  }

  set unreadChat(count: number) {
    this.talk.unread = count;
  }

  get isHost(): boolean {
    return this.room !== null && this.room.host === this.me && !this.watching;
  }

  notify(text: string, error = false): void {
    this.toast = { text, error };
  }
}
