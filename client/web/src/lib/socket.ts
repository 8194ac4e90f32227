/**
 * One connection to the server that is opened again after it was lost.
 *
 * Every message gets an id and one answer. Messages without an answer stay pending; after the session
 * is resumed they are sent again: commands under their old id, so that none is executed twice, and
 * queries under a new one, so that the answer is fresh.
 */

import type { Action, Message, Received } from "./wire";

export type LinkState = "opening" | "open" | "lost" | "closed";

/** The part of WebSocket that is used; tests pass their own. */
export interface Wire {
  send: (text: string) => void;
  close: () => void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface LinkEvents {
  /** A message of the server that is not the answer to a pending one. */
  message: (message: Received) => void;
  state: (state: LinkState, retryAt: number) => void;
}

interface Pending {
  message: Message;
  resolve: (answer: Received) => void;
}

const DELAYS_MS = [500, 1000, 2000, 4000, 8000];
/** After this time without a message the server is asked for one; usually it sends one every 5 seconds. */
const SILENT_MS = 10_000;
/** The connection is lost if the server does not answer in this time. */
const PROBE_MS = 4000;
const CHECK_MS = 5000;
const QUERIES = new Set(["RequestView", "ListActions", "RequestHint", "RequestRefresh", "ListPlayers"]);
/** Messages that open a session; they are never repeated. */
const ENTRY = new Set(["ChooseNickname", "Reconnect"]);

/** The answer to messages that were pending when the session ended. */
const SESSION_ENDED: Received = { type: "Error", error: "SESSIONUNKNOWN", message: "" };

export class Link {
  #wire: Wire | null = null;
  #pending = new Map<number, Pending>();
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #checks: ReturnType<typeof setInterval> | undefined;
  /** When the last message arrived, or the connection was begun. */
  #heardAt = 0;
  /** True if a message arrived on this connection. */
  #hasHeard = false;
  /** When the server was asked for a message; 0 if it has sent one since. */
  #probedAt = 0;
  #nextId: number;
  /** False until the session is open on this connection; then messages are sent at once. */
  #ready = false;
  #stopped = false;

  /** `firstId` must be above every id that an earlier page used in the same session. */
  constructor(
    private readonly open: () => Wire,
    private readonly events: LinkEvents,
    firstId = Date.now(),
    private readonly random: () => number = Math.random,
  ) {
    this.#nextId = firstId;
  }

  /** Open the connection now, without waiting for the next attempt. */
  connect(): void {
    clearTimeout(this.#timer);
    this.#stopped = false;
    if (this.#wire !== null) return;
    this.#ready = false;
    const wire = this.open();
    this.#wire = wire;
    [this.#heardAt, this.#probedAt, this.#hasHeard] = [Date.now(), 0, false];
    clearInterval(this.#checks);
    this.#checks = setInterval(() => this.#check(), CHECK_MS);
    wire.onmessage = ({ data }) => this.#receive(wire, data);
    wire.onclose = () => this.#lost(wire);
  }

  /** Close the connection and do not open it again. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#drop();
    this.events.state("closed", 0);
  }

  /** Close the connection and open a new one; pending messages are answered with an error. */
  restart(): void {
    this.abandon();
    this.#drop();
    this.connect();
  }

  /**
   * Try at once if the connection is lost: the network is back, or the page is visible again. After a sleep the
   * connection may be dead although the browser does not know it yet.
   */
  wake(): void {
    if (this.#stopped) return;
    if (this.#wire === null) return this.connect();
    this.#check();
    setTimeout(() => this.#check(), PROBE_MS);
  }

  /** Close the connection, and open a new one after a pause, as if it were lost. */
  retry(): void {
    const wire = this.#wire;
    if (wire === null) return;
    wire.onmessage = wire.onclose = null;
    wire.close();
    this.#lost(wire);
  }

  /** Send a message and return its answer. It may take until the connection is back. */
  request(message: Message | Action): Promise<Received> {
    return new Promise((resolve) => {
      const id = this.#nextId++;
      this.#pending.set(id, { message, resolve });
      if (this.#ready || ENTRY.has(message.type)) this.#write(id, message);
    });
  }

  /** The session is open: send what is pending. */
  resumed(): void {
    this.#ready = true;
    this.#attempt = 0;
    this.events.state("open", 0);
    for (const [id, { message, resolve }] of [...this.#pending]) {
      if (ENTRY.has(message.type)) continue;
      if (QUERIES.has(message.type)) {
        this.#pending.delete(id);
        void this.request(message).then(resolve);
      } else this.#write(id, message);
    }
  }

  /** The old session is gone: answer everything that is pending with an error. */
  abandon(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { resolve } of pending) resolve(SESSION_ENDED);
  }

  /** Ask a server that was silent for long for a message; if it does not answer, the connection is lost. */
  #check(): void {
    const [wire, now] = [this.#wire, Date.now()];
    if (wire === null || now - this.#heardAt < SILENT_MS) return;
    if (this.#probedAt === 0) {
      this.#probedAt = now;
      if (this.#hasHeard) this.#beat();
    } else if (now - this.#probedAt >= PROBE_MS) this.retry();
  }

  /** Send a heartbeat. Its answer has `replyTo`, so that it is not answered again. */
  #beat(): void {
    this.#write(this.#nextId++, { type: "Heartbeat" });
  }

  #write(id: number, message: Message): void {
    this.#wire?.send(JSON.stringify({ ...message, id }));
  }

  #receive(wire: Wire, data: unknown): void {
    if (wire !== this.#wire || typeof data !== "string") return;
    [this.#heardAt, this.#probedAt, this.#hasHeard] = [Date.now(), 0, true];
    const message = JSON.parse(data) as Received;
    if (message.type === "Heartbeat") return message.replyTo === undefined ? this.#beat() : undefined;
    const pending = message.replyTo === undefined ? undefined : this.#pending.get(message.replyTo);
    if (pending === undefined) return this.events.message(message);
    this.#pending.delete(message.replyTo!);
    this.events.message(message);
    pending.resolve(message);
  }

  #lost(wire: Wire): void {
    if (wire !== this.#wire) return;
    this.#wire = null;
    this.#ready = false;
    clearInterval(this.#checks);
    for (const [id, { message, resolve }] of [...this.#pending]) {
      if (!ENTRY.has(message.type)) continue;
      this.#pending.delete(id);
      resolve({ type: "Error", error: "TOOSLOW", message: "" });
    }
    if (this.#stopped) return;
    const delay = DELAYS_MS[Math.min(this.#attempt, DELAYS_MS.length - 1)]! * (0.75 + this.random() / 2);
    this.#attempt += 1;
    this.events.state("lost", Date.now() + delay);
    this.#timer = setTimeout(() => this.connect(), delay);
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    clearInterval(this.#checks);
    this.#ready = false;
    if (wire === null) return;
    wire.onclose = null;
    wire.onmessage = null;
    wire.close();
  }
}

/** Open the WebSocket of the server that served the page. */
export function openWebSocket(): Wire {
  const address = new URL("/play", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(address) as Wire;
}
