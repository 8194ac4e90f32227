/**
 * A client that plays or watches one match and compares its mirror with the view of the server.
 *
 * It knows no rules: it chooses among the actions that the server lists.
 */

import { createHash } from "node:crypto";

import { Connection, Ids, ProtocolError } from "./connection.mjs";
import { Mirror } from "./mirror.mjs";
import { validate } from "./page.mjs";

/** Refusals of an action that came too late. They can occur only where several players may act. */
const TOO_LATE = [
  "NOTYOURTURN",
  "ACTIONNONVALID",
  "CHOICENOTVALID",
  "UNEXPECTEDMESSAGE",
  "NOTALLOWED",
];

/** The types of messages that carry `seq`; prompts do, too. */
const NUMBERED = new Set([
  "PlayersInfo",
  "MatchCreated",
  "SetUpSchoolStudent",
  "SetUpCharacterCard",
  "UpdateMessage",
  "GameView",
  "YourTurn",
  "IsTurnOfPlayer",
  "TurnReminder",
  "YouWin",
  "OtherPlayerWins",
  "FinalScores",
]);

/**
 * @typedef {object} Plan
 * @property {string} nickname
 * @property {object} [create] the fields of SelectModeAndPlayers, for the host of the match
 * @property {Promise<number>} [join] the number of the match, for a guest
 * @property {Promise<number>} [watch] the number of the match, for a spectator
 * @property {number} [leaveAfter] the number of decisions before the player leaves the match
 * @property {number} [cutAfter] the number of decisions before each loss of the connection
 * @property {() => Promise<void>} [away] how long to wait before each reconnection
 */

export class Player {
  mirror = new Mirror();
  decisions = 0;
  /** Number of reconnections. */
  reconnections = 0;
  scores = null;

  #ids = new Ids();
  #address;
  #plan;
  #random;
  #connection;
  #token = null;
  #prompt = null;
  #viewRequested = false;
  #lastSeq = 0;
  #seedHash = "";
  /** An action that was refused because the match is suspended. */
  #suspended = null;
  /** Called at the next prompt, see nextPrompt. */
  #onPrompt = [];
  #freeWizards = [];
  #left = false;
  #over = false;
  /** The number of comparisons before the last one, which is that of the final position. */
  #beforeLast = null;

  /**
   * @param {{host: string, port: number}} address
   * @param {Plan} plan
   * @param {() => number} random a number from 0 to below 1
   */
  constructor(address, plan, random) {
    this.#address = address;
    this.#plan = plan;
    this.#random = random;
    /** The number of the match at whose table this player is. @type {Promise<number>} */
    this.match = new Promise((resolve) => { this.matchFound = resolve; });
    /** Resolved when the player has left the server. @type {Promise<void>} */
    this.done = new Promise((resolve, fail) => { Object.assign(this, { resolve, fail }); });
  }

  async start() {
    const { host, port } = this.#address;
    this.#connection = await Connection.open(
      host,
      port,
      this.#ids,
      (message, request) => this.#receive(message, request),
      (error) => this.fail(error),
    );
  }

  #receive(message, request) {
    validate(message);
    this.#checkSeq(message);
    if (message.type === "Error") {
      this.#refused(message, request);
      return;
    }
    this.mirror.receive(message);
    if (message.type === "ActionValid") this.#accepted(request);
    else if (isPrompt(message)) this.#ask(message);
    else this[`on${message.type}`]?.(message, request);
  }

  #checkSeq(message) {
    if (message.type === "PlayersInfo") this.#lastSeq = 0;
    const numbered = NUMBERED.has(message.type) || isPrompt(message);
    if ("seq" in message !== numbered) throw new ProtocolError(`seq of ${message.type}`);
    if (!numbered) return;
    if (message.seq < this.#lastSeq) {
      throw new ProtocolError(`seq ${message.seq} after ${this.#lastSeq}`);
    }
    this.#lastSeq = message.seq;
  }

  // The phases before the match

  onRequestNickname() {
    const { nickname } = this.#plan;
    if (this.#token === null) this.#connection.send({ type: "ChooseNickname", nickname });
    else {
      // With 0 the server sends the start of the match and a view, also after the end.
      const lastSeq = this.#over ? 0 : this.mirror.seq;
      this.#connection.send({ type: "Reconnect", nickname, token: this.#token, lastSeq });
    }
  }

  onSessionOpened({ token }) {
    this.#token = token;
  }

  onChooseMatch() {
    if (this.#over && !this.#plan.watch) this.#compareLast();
    else if (this.#left || this.#over) this.#connection.send({ type: "Quit" });
    else if (this.#plan.create) this.#connection.send({ type: "SelectMatch", match: 0 });
    else if (this.#plan.join) this.#enter("SelectMatch", this.#plan.join);
    else this.#enter("WatchMatch", this.#plan.watch);
  }

  #enter(type, match) {
    match.then((number) => this.#connection.send({ type, match: number }), this.fail);
  }

  onRequestSetUp() {
    this.#connection.send({ type: "SelectModeAndPlayers", ...this.#plan.create });
  }

  onRoomUpdate({ room }) {
    this.#freeWizards = room.freeWizards;
    this.matchFound(room.match);
  }

  onSelectWizard({ availableWizards }) {
    this.#connection.send({ type: "ChooseWizard", wizard: this.#any(availableWizards) });
  }

  // The match

  /** Return a promise that is resolved when this player is asked for a decision. */
  nextPrompt() {
    return new Promise((resolve) => { this.#onPrompt.push(resolve); });
  }

  onPlayersInfo({ seedHash }) {
    this.#seedHash = seedHash;
  }

  onUpdateMessage() {
    if (this.mirror.view === null || this.#viewRequested) return;
    this.#viewRequested = true;
    this.#connection.send({ type: "RequestView" });
  }

  onGameView(_, request) {
    if (request !== null) this.#viewRequested = false;
  }

  onYourTurn() {
    this.#prompt = null;
  }

  onIsTurnOfPlayer() {
    this.#prompt = null;
  }

  #ask(prompt) {
    this.#prompt = prompt;
    for (const resolve of this.#onPrompt.splice(0)) resolve();
    if (prompt.type === "SelectUnoInterrupt" && this.#random() < 0.5) return;
    const { leaveAfter, cutAfter } = this.#plan;
    if (this.decisions >= leaveAfter) {
      this.#left = true;
      this.#connection.send({ type: "LeaveMatch" });
    } else if (this.decisions >= cutAfter * (this.reconnections + 1)) this.#reconnect();
    else this.#connection.send({ type: "ListActions" }).prompt = prompt;
  }

  onLegalActions({ actions }, { prompt }) {
    if (prompt !== this.#prompt) return;
    if (actions.length === 0) {
      if (prompt.type === "SelectUnoInterrupt") return;
      throw new ProtocolError(`no actions for ${prompt.type}`);
    }
    const action = this.#choose([...actions, ...unlisted(prompt, actions, this.mirror.view)]);
    this.decisions += 1;
    this.#connection.send(action).prompt = prompt;
  }

  /** Choose a sort first, so that rare sorts of actions are played as often as others. */
  #choose(actions) {
    const sorts = [...new Set(actions.map(sortOf))];
    // A match in which every second player draws voluntarily takes very long.
    const eager = this.#random() < 0.9 ? sorts.filter((sort) => sort !== "DrawUnoCard") : [];
    const chosen = this.#any(eager.length > 0 ? eager : sorts);
    return this.#any(actions.filter((action) => sortOf(action) === chosen));
  }

  #any(list) {
    return list[Math.floor(this.#random() * list.length)];
  }

  async #reconnect() {
    this.reconnections += 1;
    this.#prompt = null;
    this.#viewRequested = false;
    try {
      await this.#connection.cut();
      await this.#plan.away?.();
      await this.start();
    } catch (error) {
      this.fail(error);
    }
  }

  onMatchResumed() {
    const { prompt, id, ...action } = this.#suspended ?? {};
    this.#suspended = null;
    if (prompt && prompt === this.#prompt) this.#connection.send(action).prompt = prompt;
  }

  // The end

  onFinalScores(message) {
    const hash = createHash("sha256").update(Buffer.from(message.seed, "hex")).digest("hex");
    if (hash !== this.#seedHash) throw new ProtocolError(`the hash of the seed is ${hash}`);
    this.scores = message.scores;
    this.#over = true;
    for (const resolve of this.#onPrompt.splice(0)) resolve();
  }

  /**
   * Compare the final position. RequestView is refused after the end, but the final view arrives
   * once more after Reconnect, until the client enters another match.
   */
  #compareLast() {
    if (this.#beforeLast === null) {
      this.#beforeLast = this.mirror.comparisons;
      this.#plan.away = undefined;
      this.#reconnect();
    } else if (this.mirror.comparisons === this.#beforeLast) {
      throw new ProtocolError("the final view did not arrive after Reconnect");
    } else this.#connection.send({ type: "Quit" });
  }

  // Answers

  #accepted(request) {
    if (request.prompt) this.#prompt = null; // the request was an action
    if (request.type === "Quit") this.#connection.closed.then(this.resolve);
  }

  #refused(error, request) {
    // The match is over, and the list of matches follows or has arrived.
    const ended = this.#over || this.#left;
    if (ended && ["RequestView", "ListActions"].includes(request?.type)) return;
    if (error.error === "SUSPENDED" && request?.prompt) {
      this.#suspended = request;
      return;
    }
    // Another guest was faster; the question stays open.
    if (request?.type === "ChooseWizard" && error.error === "CHOICENOTVALID") {
      this.onSelectWizard({ availableWizards: this.#freeWizards });
      return;
    }
    if (TOO_LATE.includes(error.error) && this.#isVoid(request?.prompt)) return;
    throw new ProtocolError(`${request?.type} was refused: ${error.error} ${error.message}`);
  }

  /** Return true if the prompt was replaced, or may have expired without a message. */
  #isVoid(prompt) {
    return prompt && (prompt !== this.#prompt || prompt.type === "SelectUnoInterrupt");
  }
}

/** Return true for a question to the seat during the match. */
function isPrompt({ type }) {
  return type.startsWith("Select") && type !== "SelectWizard";
}

/** Return the type of an action, with the target of a student and the name of a character. */
function sortOf({ type, moveTo = "", asset = "" }) {
  return type + moveTo + asset;
}

/** Return actions that LegalActions leaves out. They are legal, too. */
function unlisted(prompt, actions, view) {
  if (prompt.type === "SelectShelfieTiles" && view.picked.length === 0) {
    return [{ type: "MarkShelfieTiles", cells: prompt.cells.slice(0, 1) }];
  }
  if (prompt.type === "SelectShelfieColumn" && prompt.hand.length > 1) {
    const order = [...prompt.hand].map((_, index) => index).reverse();
    return [{ type: "SortShelfieTiles", order }];
  }
  if (prompt.type === "SelectRummyPlay" && view.forgiving && view.hand.length > 2) {
    const [lost, discard] = view.hand;
    return [{ type: "PlayRummyTurn", discard, forgive: true, lost: [lost] }];
  }
  return [];
}
