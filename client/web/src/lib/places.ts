/** Tables by what a player types or clicks: a code, or a number. */

import type { Message, Received } from "./wire";

export interface SetUp {
  game: string;
  numberOfPlayers: number;
  mode?: boolean;
  options?: Record<string, boolean | number | string>;
  private?: boolean;
  bots?: number;
  clock?: number;
  name?: string;
  standing?: boolean;
  absent?: string;
  watchers?: boolean;
}

const CODE_LENGTH = 6;

/** Return the messages that may name a table, to be tried in order: six digits are a code or a number. */
export function placeMessages(type: string, place: string): Message[] {
  const number = /^\d{1,9}$/.test(place) ? [{ type, match: Number(place) }] : [];
  const code = number.length === 0 || place.length === CODE_LENGTH ? [{ type, match: 0, code: place }] : [];
  return [...code, ...number];
}

/** Send messages until one is accepted; return the answer to the last one that was sent. */
export async function firstAccepted(
  messages: Message[],
  request: (message: Message) => Promise<Received>,
): Promise<Received> {
  let answer = await request(messages[0]!);
  for (const message of messages.slice(1)) {
    if (answer.type !== "Error") break;
    answer = await request(message);
  }
  return answer;
}
