/**
 * The state of the page, fed by the messages of the server. Nothing else writes to it: components
 * read it and call its methods, which send messages.
 */

import { loadGames, type GameDescription } from "./catalogue";
import { Entry } from "./entry";
import { forgetKeptSeat, forgetSeat, isComputer, keptSeat, saveLastGame, saveName, savedName, tabSeat, type Seat } from "./identity";
import { Match, type Result } from "./match.svelte";
import { loadPack } from "./packs";
import { firstAccepted, placeMessages, type SetUp } from "./places";
import { isOutdated } from "./release";
import { SessionState } from "./session_state.svelte";
import { Link, openWebSocket, type LinkState, type Wire } from "./socket";
import { AT_ANY_TIME } from "./talk.svelte";
import { t } from "./words";
import type { AnyView, Change, Message, Presence, Prompt, Received, RoomInfo } from "./wire";

export class Session extends SessionState {
  readonly #link: Link;
  readonly #entry: Entry;
  /** True if the match is to be started as soon as everybody is ready. */
  #autoStart = false;

  constructor(open: () => Wire = openWebSocket) {
    super();
    this.#link = new Link(open, {
      message: (message) => this.hear(message),
      state: (state, retryAt) => this.#linkState(state, retryAt),
    });
    this.#entry = new Entry(this.#link, {
      lastSeq: () => this.match?.seq ?? 0,
      refused: (answer) => this.refused(answer),
      askName: () => (this.phase = "name"),
      lost: (answer, hadSeat) => this.#sessionLost(answer, hadSeat),
    });
  }

  /** Connect, and resume the session of this tab if there is one. */
  start(): void {
    const resume = tabSeat();
    const kept = keptSeat();
    this.kept = kept !== null && kept.nickname !== resume?.nickname ? kept : null;
    this.#entry.resume = resume;
    this.#entry.wantedName = savedName();
    this.#link.connect();
    void this.#loadGames();
  }

  wake(): void {
    if (!this.superseded && !this.ended) this.#link.wake();
  }

  // --- requests ---------------------------------------------------------------------------------

  /** Send a message; returns true if it was accepted. A refusal is shown as a toast. */
  async send(message: Message & Record<string, unknown>): Promise<boolean> {
    return this.#isAccepted(await this.#link.request(message));
  }

  #isAccepted(answer: Received): boolean {
    if (answer.type === "Error") this.refused(answer);
    else if (this.toast?.error) this.toast = null; // the person went on
    return answer.type !== "Error";
  }

  refused(answer: Received): void {
    const text = (answer.message as string) || t.error.refused;
    if (answer.error !== "SESSIONUNKNOWN" || answer.message !== "") this.notify(text, true);
  }

  /** Request the first page of the list of matches, and the number of people. */
  async refresh(): Promise<void> {
    if (this.link !== "open" || this.phase !== "lobby") return;
    await this.#link.request({ type: "RequestRefresh" });
    const online = await this.#link.request({ type: "ListPlayers" });
    if (online.type === "PlayersOnline") this.people = online.total as number;
  }

  /** Sit down at a new table against computer players, and start. */
  async playNow(game: GameDescription): Promise<void> {
    const numberOfPlayers = game.usualPlayers;
    const setUp = { game: game.game, numberOfPlayers, bots: numberOfPlayers - 1, standing: true };
    await this.createTable(setUp, "", true);
  }

  /** Create a table. With a level, computer players of this strategy are added one by one. */
  async createTable(setUp: SetUp, level = "", autoStart = false): Promise<boolean> {
    void loadPack(setUp.game).catch(() => undefined);
    saveLastGame(setUp.game);
    if (!(await this.leaveTable())) return false;
    if (!(await this.send({ type: "SelectMatch", match: 0 }))) return false;
    this.#autoStart = autoStart;
    const { bots = 0, ...rest } = setUp;
    const named = level === "" ? { ...rest, bots } : rest;
    if (!(await this.send({ type: "SelectModeAndPlayers", ...named }))) {
      await this.#link.request({ type: "LeaveMatch" });
      return false;
    }
    for (let seat = 0; level !== "" && seat < bots; seat += 1) await this.addComputer(level);
    return true;
  }

  addComputer(strategy = ""): Promise<boolean> {
    return this.send({ type: "AddComputerPlayer", strategy });
  }

  /** Sit down at the table with this code, or with this number. */
  async join(place: string): Promise<boolean> {
    if (!(await this.leaveTable())) return false;
    return this.#sendPlace("SelectMatch", place);
  }

  async watch(place: string): Promise<boolean> {
    if (!(await this.leaveTable())) return false;
    this.watching = true;
    if (await this.#sendPlace("WatchMatch", place)) return true;
    this.watching = false;
    return false;
  }

  /** Send a message that names a table by its code or its number. */
  async #sendPlace(type: string, place: string): Promise<boolean> {
    return this.#isAccepted(await firstAccepted(placeMessages(type, place), (message) => this.#link.request(message)));
  }

  /** Leave the table, if there is one; a finished match needs no message. */
  async leaveTable(): Promise<boolean> {
    const seated = this.room !== null || this.phase === "setup" || (this.match !== null && this.match.result === null);
    if (seated && !(await this.send({ type: "LeaveMatch" }))) return false;
    this.#toLobby();
    return true;
  }

  startMatch(): Promise<boolean> {
    return this.send({ type: "StartMatch" });
  }

  say(text: string): Promise<boolean> {
    return this.send({ type: "SendChat", text });
  }

  /** Begin a new session under another name; the seat of the old one is given up. */
  rename(name: string, password = ""): void {
    saveName(name);
    this.#forget();
    this.#entry.restart(null, name, password);
  }

  /** Continue the session that another tab has, or that an earlier visit left. */
  returnTo(seat: Seat): void {
    this.kept = null;
    this.#entry.restart(seat, seat.nickname, this.#entry.password);
  }

  /** Take the seat back that was resumed on another connection. */
  playHere(): void {
    this.superseded = false;
    const newest = keptSeat();
    const seat = newest?.nickname === this.me ? newest : tabSeat();
    if (seat === null) this.#forget();
    this.#entry.restart(seat, this.me, this.#entry.password);
  }

  forgetKept(): void {
    forgetKeptSeat();
    this.kept = null;
  }

  /** Give up the session and its seat. */
  #forget(): void {
    forgetSeat(this.me, this.#entry.token);
    this.#entry.token = "";
    this.#toLobby();
    this.phase = "name";
  }

  // --- messages ---------------------------------------------------------------------------------

  /** Process a message of the server. */
  hear(message: Received): void {
    const { match } = this;
    if (!AT_ANY_TIME.has(message.type)) this.talk.caughtUp(this.me);
    switch (message.type) {
      case "RequestNickname": return this.#enter(message.password === true);
      case "SessionOpened": return this.#opened(message);
      case "ChooseMatch": return this.#listed(message);
      case "RequestSetUp": this.phase = "setup"; return;
      case "RoomUpdate": return this.#roomUpdate(message.room as RoomInfo, message.code as string);
      case "SelectWizard": return this.#chooseWizard(message.availableWizards as string[]);
      case "PlayersInfo": return this.#matchStarted(message);
      case "GameView": match?.replace(message.view as AnyView, message.seq ?? 0); this.#keep(); return;
      case "UpdateMessage": match?.update(message.change as Change, message.seq ?? 0); return;
      case "YourTurn": match?.yourTurn(); return;
      case "IsTurnOfPlayer": match?.turnOfPlayer(message.playerNickname as string); return;
      case "TurnReminder": if (match) match.deadline = Date.now() + (message.secondsLeft as number) * 1000; return;
      case "MatchSuspended": if (match) match.suspendedUntil = Date.now() + (message.secondsLeft as number) * 1000; return;
      case "MatchResumed": if (match) match.suspendedUntil = 0; return;
      case "FinalScores": return this.#matchOver(message);
      case "PlayerStatus": return this.#status(message.nickname as string, message.status as Presence);
      case "ChatMessage": return this.talk.hear(message, this.me);
      case "GenericMessage": return this.#generic(message.msg as string, message.final === true);
      case "Error": if (message.replyTo === undefined) this.#failed(message); return;
      default:
        if (message.type.startsWith("Select")) void match?.prompt(message as Prompt, this.room?.clock ?? 0);
    }
  }

  #enter(passwordNeeded: boolean): void {
    this.passwordNeeded = passwordNeeded;
    void this.#entry.enter(passwordNeeded);
  }

  #sessionLost(answer: Received, hadSeat: boolean): void {
    if (this.phase === "room" || (this.phase === "play" && this.match?.result === null) || hadSeat) {
      this.notify(t.link.unknown, true);
    } else if (answer.error !== "SESSIONUNKNOWN") this.refused(answer);
    this.#toLobby();
    this.kept = keptSeat(); // another tab may have resumed it
  }

  #opened(message: Received): void {
    this.me = message.nickname as string;
    this.#entry.token = message.token as string;
    this.superseded = false;
    if (this.phase === "name") this.phase = "lobby";
    this.talk.resume();
    this.#keep();
    this.#link.resumed();
  }

  /** Keep the newest token. A seat at a table is also kept for other tabs. */
  #keep(): void {
    const game = this.match?.result === null ? this.match.game : (this.room?.game ?? "");
    this.#entry.keep(this.me, game);
  }

  #listed(message: Received): void {
    this.rooms = message.rooms as RoomInfo[];
    this.total = message.total as number;
    if (message.replyTo !== undefined) {
      this.playing = message.playing as RoomInfo[];
      this.totalPlaying = message.totalPlaying as number;
    }
    if (message.replyTo === undefined && this.phase !== "over") this.#toLobby();
    if (this.phase === "over") this.room = null;
  }

  #toLobby(): void {
    if (this.room !== null || this.match !== null) forgetSeat(this.me, this.#entry.token);
    this.phase = "lobby";
    this.room = null;
    this.match = null;
    this.code = "";
    this.watching = false;
    this.wizards = [];
    this.presence = {};
    this.talk.clear();
    this.#autoStart = false;
    if (this.#entry.token !== "") this.#keep();
  }

  #roomUpdate(room: RoomInfo, code: string): void {
    if (this.room?.match !== room.match) void loadPack(room.game).catch(() => undefined);
    this.room = room;
    this.code = code;
    if (this.match !== null && this.match.result === null) return;
    if (this.match === null) this.phase = "room";
    this.#keep();
    this.#startIfReady();
  }

  /** After *Play now* the match starts as soon as the computer players sit there. */
  #startIfReady(): void {
    const { room } = this;
    if (!this.#autoStart || room === null || room.players.length < room.numberOfPlayers) return;
    const needsWizard = (this.game(room.game)?.wizards.length ?? 0) > 0 || Object.keys(room.wizards).length > 0;
    if (needsWizard && Object.keys(room.wizards).length < room.players.length) return;
    this.#autoStart = false;
    void this.startMatch();
  }

  #chooseWizard(available: string[]): void {
    this.wizards = available;
    const first = available[0];
    if (this.#autoStart && first !== undefined) void this.send({ type: "ChooseWizard", wizard: first });
  }

  /** A match begins, or this page came back to it. */
  #matchStarted(info: Received): void {
    this.phase = "play";
    this.#autoStart = false;
    if (this.match?.number !== info.match || this.match?.seedHash !== info.seedHash) {
      this.match = new Match(info, {
        me: () => this.me,
        presence: () => this.presence,
        request: (message) => this.#link.request(message),
        refused: (answer) => this.refused(answer),
        notify: (text) => this.notify(text),
        now: () => Date.now(),
      });
      this.presence = {};
    }
    this.#keep();
  }

  #matchOver(message: Received): void {
    const { winners, scores, reason, seed, seeded } = message as unknown as Result;
    this.match?.finish({ winners, scores, reason, seed, seeded: seeded === true });
    this.phase = "over";
  }

  #status(nickname: string, status: Presence): void {
    this.presence = { ...this.presence, [nickname]: status };
    if (status !== "late" && !isComputer(nickname)) {
      this.talk.note(`${nickname}: ${t.table.away[status] || t.table.away.present || "here"}`);
    }
  }

  #generic(text: string, final: boolean): void {
    if (final) {
      this.ended = true;
      this.#link.stop();
    }
    if (this.phase === "play" || this.phase === "room") this.talk.note(text);
  }

  #failed(message: Received): void {
    if (message.error === "SUPERSEDED") {
      this.superseded = true;
      this.#link.stop();
    } else this.refused(message);
  }

  #linkState(state: LinkState, retryAt: number): void {
    if (state === "open" && this.link === "lost") void isOutdated().then((outdated) => (this.outdated = outdated));
    this.link = state;
    this.retryAt = retryAt;
    if (state === "open" && this.games.length === 0) void this.#loadGames();
  }

  async #loadGames(): Promise<void> {
    try {
      this.games = await loadGames();
      this.#startIfReady();
    } catch {
      this.games = []; // tried again when the connection is open
    }
  }
}
