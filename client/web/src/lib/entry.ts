/**
 * How the page enters the server: under a new name, or with the token of a session that it resumes.
 * The newest token is kept for this tab, that of a seat also for other tabs.
 */

import { forgetSeat, guestName, keepSeat, type Seat } from "./identity";
import type { Link } from "./socket";
import type { Message, Received } from "./wire";

/** What the entry needs of the session. */
export interface EntryHost {
  /** The last change that the page knows, for `Reconnect`. */
  lastSeq: () => number;
  /** Report a refused message to the player. */
  refused: (answer: Received) => void;
  /** A password is needed: ask for it. */
  askName: () => void;
  /** The session to resume is gone; `hadSeat` if it had a seat at a table. */
  lost: (answer: Received, hadSeat: boolean) => void;
}

const MOST_ATTEMPTS = 5;

export class Entry {
  token = "";
  /** The seat to resume on the next connection; null for a new session. */
  resume: Seat | null = null;
  wantedName = "";
  password = "";

  constructor(
    private readonly link: Link,
    private readonly host: EntryHost,
  ) {}

  /** Enter again on a new connection: with a seat, or under a new name. */
  restart(seat: Seat | null, name: string, password: string): void {
    if (seat === null) this.token = "";
    this.resume = seat;
    this.wantedName = name;
    this.password = password;
    this.link.restart();
  }

  /** Open a session on a new connection: resume the old one, or choose a name. */
  async enter(passwordNeeded: boolean): Promise<void> {
    if (this.resume !== null) {
      const { nickname, token } = this.resume;
      const lastSeq = this.host.lastSeq();
      const answer = await this.link.request({ type: "Reconnect", nickname, token, lastSeq } as Message);
      if (answer.type !== "Error") return;
      if (answer.error === "TOOSLOW") return; // the connection was lost again
      if (answer.error === "RATELIMITED") return this.link.retry(); // the seat is not lost
      this.#lost(answer);
    }
    if (passwordNeeded && this.password === "") this.host.askName();
    else await this.#chooseName(this.wantedName || guestName());
  }

  async #chooseName(name: string): Promise<void> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const message = { type: "ChooseNickname", nickname: name, password: this.password };
      const answer = await this.link.request(message as Message);
      if (answer.type !== "Error") return;
      if (answer.error === "TOOSLOW") return; // the connection was lost; the next one chooses again
      if (answer.error === "INVALIDNICKNAME") this.host.refused(answer);
      else if (answer.error !== "DUPLICATENICKNAME") return this.host.refused(answer);
      name = guestName();
    }
  }

  /** The token is refused: the seat is gone, or there was none because the page was in the lobby. */
  #lost(answer: Received): void {
    const { nickname, token, game } = this.resume!;
    forgetSeat(nickname, token);
    this.wantedName = nickname;
    this.resume = null;
    this.link.abandon();
    this.host.lost(answer, game !== "");
  }

  /** Keep the newest token, for the table of this game; an empty game for none. */
  keep(nickname: string, game: string): void {
    this.resume = { nickname, token: this.token, game };
    keepSeat(this.resume);
  }
}
