/**
 * One match as this seat, or a spectator, sees it: the view, what happened, and the open question.
 *
 * The view is replaced whole and never patched in place. It follows the rule of docs/protocol.md:
 * `GameView` plus the changes after it.
 */

import type { Pack, Question, SeatNote, Table } from "../games/pack";
import {
  actionText, genericAsk, genericChange, genericPreview, genericScores, genericSeat, genericSteps,
} from "../games/generic/sentences";
import { Choice } from "./choice.svelte";
import { isComputer } from "./identity";
import { mirrored } from "./mirror";
import { loadPack } from "./packs";
import { patiently } from "./patiently";
import { recap, type Happening } from "./recap";
import { settings } from "./settings.svelte";
import { tried } from "./tried";
import { t } from "./words";
import type { Action, AnyView, Change, Message, Presence, Prompt, Received } from "./wire";

/** A change and the view after it; `view` is null while the view is being requested. */
export interface Move {
  seq: number;
  change: Change;
  view: AnyView | null;
  text: string | null;
  at: number;
}

export interface Result {
  winners: string[];
  scores: Record<string, number>;
  reason: string;
  seed: string;
  /** True if the host chose the seed. */
  seeded: boolean;
}

/** What a match needs of the session. */
export interface MatchHost {
  me: () => string;
  presence: () => Record<string, Presence>;
  request: (message: Message) => Promise<Received>;
  /** Report a refused message to the player. */
  refused: (answer: Received) => void;
  notify: (text: string) => void;
  now: () => number;
}

/** The replay keeps this many changes; older ones are dropped. */
const MOST_MOVES = 3000;

export class Match {
  readonly game: string;
  readonly number: number;
  readonly names: string[];
  readonly seedHash: string;
  /** True if only those at the table may see the replay: a private match, or one without spectators. */
  readonly secret: boolean;

  pack: Pack = $state.raw({});
  loaded = $state(false);
  view: AnyView | null = $state.raw(null);
  /** The view at the beginning, or when this page joined. */
  firstView: AnyView | null = $state.raw(null);
  moves: Move[] = $state.raw([]);
  /** The changes of the last step. */
  last: Change[] = $state.raw([]);
  ask: Prompt | null = $state.raw(null);
  actions: Action[] = $state.raw([]);
  /** The nickname of the player whose turn it is; empty if several decide. */
  turnOf = $state("");
  /** The time at which the own decision ends; 0 without a clock. */
  deadline = $state(0);
  /** The time at which a player who is alone wins; 0 if the match is not suspended. */
  suspendedUntil = $state(0);
  result: Result | null = $state.raw(null);
  /** The changes between the last two own turns. */
  recapMoves: Move[] = $state.raw([]);
  readonly choice: Choice;
  #seq = -1;
  #since: Move[] = [];
  #lastStepAt = 0;
  #requesting = false;
  #stale = false;

  readonly #host: MatchHost;

  constructor(info: Received, host: MatchHost) {
    this.#host = host;
    this.game = info.game as string;
    this.number = info.match as number;
    this.names = info.playerNicknames as string[];
    this.secret = info.private === true || info.watchers === false;
    this.seedHash = (info.seedHash as string | undefined) ?? "";
    this.choice = new Choice({
      actions: () => this.#choosable,
      steps: (action) => this.#steps(action),
      preview: (action) => this.#preview(action),
      label: (action) => this.label(action),
      confirm: (action) => this.#confirm(action),
      send: (action) => this.#send(action),
      signal: (action) => void this.#host.request(action),
    });
    void this.#load();
  }

  /** The last change that the view contains, for `Reconnect`. */
  get seq(): number {
    return Math.max(this.#seq, 0);
  }

  get seat(): number | null {
    return this.view?.seat ?? null;
  }

  get watching(): boolean {
    return this.view !== null && this.view.seat === null;
  }

  readonly table: Table = $derived.by(() => {
    const seat = this.seat;
    const name = (index: number | null | undefined) =>
      index === null || index === undefined ? t.unseen : (this.names[index] ?? `${t.generic.seat} ${index}`);
    return {
      names: this.names,
      seat,
      bots: this.names.map(isComputer),
      presence: this.#host.presence(),
      who: (index) => (index === seat && seat !== null ? t.You : name(index)),
      whom: (index) => (index === seat && seat !== null ? t.you : name(index)),
    };
  });

  /** The question in the ask bar; null if nothing is asked. */
  readonly question: Question | null = $derived.by(() => {
    if (this.ask === null || this.view === null) return null;
    return this.#guard((say) => say.ask?.(this.ask!, this.view!, this.table)) ?? genericAsk(this.ask, this.table);
  });

  /** "Since your last turn", in lines. */
  readonly recap: string[] = $derived.by(() => {
    const happenings = this.recapMoves.flatMap(({ change, text }): Happening[] => {
      const seat = typeof change.seat === "number" ? change.seat : null;
      return text === null || (seat !== null && seat === this.seat) ? [] : [{ seat, text }];
    });
    return recap(happenings, (seat) => (seat === null ? "" : this.table.who(seat)));
  });

  get subtitle(): string {
    return (this.view && this.#guard((say) => say.subtitle?.(this.view!))) ?? "";
  }

  seatNote(seat: number): SeatNote {
    if (this.view === null) return {};
    return this.#guard((say) => say.seat?.(this.view!, seat)) ?? genericSeat(this.view, seat);
  }

  /** The board of the pack; undefined for the generic board. */
  get Board() {
    return settings.values.lists ? undefined : this.pack.Board;
  }

  /** True if the pack has buttons below the board; the main button is among them, even if there are none at present. */
  get hasButtons(): boolean {
    return this.pack.buttons !== undefined && this.Board !== undefined && !this.watching;
  }

  /** The points of each seat in a view, or null. */
  scores(view: AnyView): number[] | null {
    return this.#guard((say) => say.scores?.(view)) ?? genericScores(view);
  }

  label(action: Action): string {
    return this.#guard((say) => say.action?.(action, this.view!, this.table)) ?? actionText(action, this.table);
  }

  /** Replace the view by that of the server. */
  replace(view: AnyView, seq: number): void {
    const isFirst = this.view === null;
    this.firstView ??= view;
    this.view = view;
    this.#seq = seq;
    const last = this.moves.at(-1);
    if (last !== undefined && last.view === null) this.moves = [...this.moves.slice(0, -1), { ...last, view }];
    if (isFirst) this.#retell();
    this.choice.refresh();
  }

  /** Apply a change. A change that is already in the view, or comes before the first view, is only told. */
  update(change: Change, seq: number): void {
    if (this.view !== null && seq <= this.#seq) return;
    if (this.view !== null) {
      this.view = this.#mirrored(this.view, change);
      this.#seq = seq;
    }
    this.#record(change, seq);
  }

  /** Return the view after a change. Without a rule the old view stays until the new one arrives. */
  #mirrored(view: AnyView, change: Change): AnyView {
    const next = mirrored(this.pack, view, change);
    if (next === null) void this.requestView();
    return next ?? view;
  }

  /** Request the view; while a request is under way, one more follows it. */
  async requestView(): Promise<void> {
    this.#stale = true;
    if (this.#requesting) return;
    this.#requesting = true;
    while (this.#stale) {
      this.#stale = false;
      await patiently(() => this.#host.request({ type: "RequestView" }));
    }
    this.#requesting = false;
  }

  #record(change: Change, seq: number): void {
    const at = this.#host.now();
    const view = this.pack.mirror === undefined ? null : this.view;
    const move: Move = { seq, change, view, text: this.tell(change), at };
    this.moves = [...this.moves.slice(-MOST_MOVES + 1), move];
    this.last = at - this.#lastStepAt < 50 ? [...this.last, change] : [change];
    this.#lastStepAt = at;
    this.#since.push(move);
  }

  /** Replace the sentences of changes that arrived before the pack or the first view. */
  #retell(): void {
    const retold = (move: Move): Move => ({ ...move, text: this.tell(move.change, move.view) });
    this.moves = this.moves.map(retold);
    this.recapMoves = this.recapMoves.map(retold);
    this.#since = this.#since.map(retold);
  }

  /** Return the sentence of a change, or null if there is nothing to tell. */
  tell(change: Change, after: AnyView | null = null): string | null {
    const said = this.#guard((say) => say.change?.(change, this.table, after ?? this.view));
    return said === undefined ? genericChange(change, this.table) : said;
  }

  /** A prompt arrived: ask for the legal actions. */
  async prompt(prompt: Prompt, clock: number): Promise<void> {
    this.ask = prompt;
    this.deadline = clock > 0 ? this.#host.now() + clock * 1000 : 0;
    const answer = await patiently(() => this.#host.request({ type: "ListActions" }));
    if (this.ask !== prompt) return;
    this.actions = answer.type === "LegalActions" ? (answer.actions as Action[]) : [];
    this.choice.refresh();
  }

  /** Show what a computer player would do, as if it were chosen; nothing is sent. */
  async hint(): Promise<void> {
    const asked = this.ask;
    if (asked === null || this.choice.busy) return;
    const answer = await this.#host.request({ type: "RequestHint" });
    if (this.ask !== asked) return;
    const action = (answer.action as Action | undefined) ?? null;
    if (answer.type === "Error") this.#host.refused(answer);
    else if (action === null) this.#host.notify(t.table.noHint);
    else this.choice.suggest(action);
  }

  /** The open question is void: a turn began, or an own action was accepted. */
  settle(): void {
    this.ask = null;
    this.actions = [];
    this.deadline = 0;
    this.choice.reset();
  }

  /** The own turn begins: say what happened since the last one. */
  yourTurn(): void {
    this.settle();
    this.turnOf = this.#host.me();
    if (this.#since.length === 0) return;
    this.recapMoves = this.#since;
    this.#since = [];
  }

  turnOfPlayer(nickname: string): void {
    this.settle();
    this.turnOf = nickname;
  }

  finish(result: Result): void {
    this.settle();
    this.turnOf = "";
    this.result = result;
  }

  async #send(action: Action): Promise<boolean> {
    const asked = this.ask;
    const answer = await this.#host.request(action);
    if (answer.type === "Error") {
      this.#host.refused(answer);
      return false;
    }
    if (this.ask === asked) this.settle();
    this.#since = [];
    return true;
  }

  async #load(): Promise<void> {
    try {
      this.pack = await loadPack(this.game);
    } catch {
      this.pack = {}; // the generic board plays every game
    }
    this.loaded = true;
    this.#retell();
    if (this.view !== null && this.moves.length > 0) void this.requestView();
  }

  /** The view may be newer than the actions, for example after a reconnection; they need not fit each other then. */
  #steps(action: Action) {
    const { steps } = this.pack;
    if (steps === undefined || this.Board === undefined || this.view === null) return this.#generic(action);
    return tried(this.game, () => steps(action, this.view!)) ?? this.#generic(action);
  }

  /** The listed actions, and those that the board composes from them. */
  readonly #choosable: Action[] = $derived.by(() => {
    const { unlisted } = this.pack;
    if (unlisted === undefined || this.Board === undefined || this.view === null) return this.actions;
    return [...this.actions, ...(tried(this.game, () => unlisted(this.actions, this.view!)) ?? [])];
  });

  readonly #generic = $derived.by(() => genericSteps(this.actions, this.table));

  #preview(action: Action) {
    const { preview } = this.pack;
    if (preview === undefined) return genericPreview(action, this.table);
    return this.view === null ? null : (tried(this.game, () => preview(action, this.view!, this.table)) ?? null);
  }

  #confirm(action: Action): string | null {
    if (settings.values.confirm === "never" || this.view === null) return null;
    const question = this.#guard((say) => say.confirm?.(action, this.view!, this.table)) ?? null;
    return question ?? (settings.values.confirm === "always" ? `${this.label(action)}?` : null);
  }

  /** Return a text of the pack; undefined if it has none, or if its function fails. */
  #guard<T>(read: (say: NonNullable<Pack["say"]>) => T): T | undefined {
    return tried(this.game, () => read(this.pack.say ?? {}));
  }
}
