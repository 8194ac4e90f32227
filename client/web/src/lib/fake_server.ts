/** A server for the tests of the session. */

import type { Wire } from "./socket";

/** A message of the page, whose fields a test knows. */
type Sent = { type: string; id?: number } & Record<string, unknown>;

/** The other end of the connection: answers every message with ActionValid unless a test says otherwise. */
export class FakeServer implements Wire {
  sent: Sent[] = [];
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  answers: Record<string, (message: Sent) => object> = {};

  send(text: string) {
    const message = JSON.parse(text) as Sent;
    this.sent.push(message);
    const answer = this.answers[message.type]?.(message) ?? { type: "ActionValid" };
    queueMicrotask(() => this.push({ ...answer, replyTo: message.id }));
  }
  close() {}
  push(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  types() {
    return this.sent.map(({ type }) => type);
  }
}

export const view = (seat: number | null, heaps: number[]) => ({ game: "nim", seat, heaps, turn: 0 });
export const room = (players: string[]) => ({
  match: 7, game: "nim", mode: false, options: {}, players, numberOfPlayers: 2, bots: 1, host: "ada", private: false,
  state: "open", wizards: {}, name: "", clock: 0, watchers: true, teams: [], freeWizards: [],
});

/** Wait until all messages that were sent have been answered. */
export const settled = () => new Promise((resolve) => setTimeout(resolve));
