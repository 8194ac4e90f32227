/**
 * The contract between the shell and the board of a game.
 *
 * A pack is a folder of `src/games/` whose `index.ts` exports a `Pack` as default, and one line in
 * `lib/packs.ts`. It is loaded when a player sits down at a table of the game. Every member is
 * optional: without `Board` the generic board shows the view, without `mirror` the view is requested
 * after each step, without `say` the sentences are made from field names.
 *
 * All functions are pure: they read the view of the seat and return data. They must not change their
 * arguments, and they never see anything that the server did not send to this seat.
 */

import type { Component } from "svelte";
import type { Choice } from "../lib/choice.svelte";
import type { Action, AnyView, Change, Presence, Prompt } from "../lib/wire";

export interface Pack<V extends AnyView = AnyView> {
  mirror?: Mirror<V>;
  /** Return further actions that the server accepts and does not list, made from the listed ones. */
  unlisted?: (actions: Action[], view: V) => Action[];
  steps?: (action: Action, view: V) => Step[];
  preview?: (action: Action, view: V, table: Table) => Preview | null;
  say?: Say<V>;
  Board?: Component<BoardProps<V>>;
  Side?: Component<SideProps<V>>;
  /**
   * What only its own seat sees, such as its hand: a replay shows it for all seats. Default: the
   * fields of the view that a spectator sees in another form.
   */
  Hidden?: Component<SideProps<V>>;
  keys?: Shortcut[];
  buttons?: (view: V, table: Table) => Button[];
}

/**
 * The mirror rules by the kind of the change. A rule changes the view that it is given: the shell
 * passes it a copy of the current view. A rule that throws, or a kind without a rule, makes the shell
 * request the view from the server.
 */
export type Mirror<V> = Record<string, (view: V, change: never) => void>;

/**
 * One decision on the way to an action. The steps of an action are taken in their order; steps with
 * the same `group` that follow each other may be taken in any order (the tiles of a set).
 * An action may be complete while others go on (take one tile, or two): then the main button sends it.
 */
export interface Step {
  /** The name of the piece or place: `card=RED 7`, `island=8`. `Choice.target(key)` lights it. */
  key: string;
  /** What a list of choices shows for it; the generic board uses it. Default: the key. */
  label?: string;
  group?: string;
}

/** What an action would do, from what the seat sees. */
export interface Preview {
  /** At most about eight characters for a mark at the target: `3 : 2`, `+1 pt`. */
  badge?: string;
  /** The first line in the ask bar: "Blue skip". */
  title: string;
  /** The second line: "bob loses the turn." */
  sentence?: string;
}

/** Sentences of a game. Names of players come from `Table.who`. */
export interface Say<V extends AnyView = AnyView> {
  /** The line of the log for a change; null for none. `before` and `after` are the views around it. */
  change?: (change: Change, table: Table, after: V | null) => string | null;
  /** The question in the ask bar. */
  ask?: (prompt: Prompt, view: V, table: Table) => Question;
  /** The label of the main button for an action: "Play blue skip". */
  action?: (action: Action, view: V, table: Table) => string;
  /** A question for the second press, if the action is costly: "Really take 7 cards?"; else null. */
  confirm?: (action: Action, view: V, table: Table) => string | null;
  /** The second line of the top bar: "Round 3, to 500". */
  subtitle?: (view: V) => string;
  /** What the strip of players shows beside a name. */
  seat?: (view: V, seat: number) => SeatNote;
  /** The points of each seat now, for the chart on the result page; null if the game has none. */
  scores?: (view: V) => number[] | null;
  /** The final points by kind. One row per seat, the total last. */
  points?: (view: V) => { columns: string[]; rows: number[][] } | null;
  /** The rules in about ten short paragraphs. */
  rules?: string[];
}

export interface Question {
  title: string;
  detail?: string;
}

export interface SeatNote {
  /** "7 cards" */
  note?: string;
  score?: number | string;
}

/** The people at the table. */
export interface Table {
  /** The nicknames by seat. */
  names: string[];
  /** The own seat; null for a spectator and in a replay that everybody sees. */
  seat: number | null;
  /** True for computer players, by seat. */
  bots: boolean[];
  presence: Record<string, Presence>;
  /** "You" for the own seat at the beginning of a sentence, else the nickname. */
  who: (seat: number | null | undefined) => string;
  /** "you" for the own seat, else the nickname. */
  whom: (seat: number | null | undefined) => string;
}

export interface BoardProps<V extends AnyView = AnyView> {
  view: V;
  table: Table;
  /** What can be chosen now, see `lib/choice.svelte.ts`. Without legal actions nothing is lit. */
  choice: Choice;
  /** The open question; null if this seat has nothing to decide. */
  ask: Prompt | null;
  /** The changes of the last step, for a mark on the last move. */
  last: Change[];
}

/** The panel of the game in the rail, between the recap and the log. */
export interface SideProps<V extends AnyView = AnyView> {
  view: V;
  table: Table;
}

/** A key of the game. Letters of the shell (H, R, L, C, ?) are taken unless `press` returns true. */
export interface Shortcut {
  /** `KeyboardEvent.key` in lower case. */
  key: string;
  label: string;
  /** Returns true if the key did something. */
  press: (choice: Choice) => boolean;
}

/** A button of the action bar, for steps without a piece ("Draw", "Say UNO", "End turn"). */
export interface Button {
  /** The step that it chooses. The button is disabled while the step is not legal. */
  step: string;
  label: string;
  /** The key that is printed on it; it must also be in `keys`. */
  shortcut?: string;
  /** True to draw attention to it. */
  urgent?: boolean;
}

/** Checks the types of a pack. The shell gives it views of its own game only, so it may forget which game that is. */
export function definePack<V extends AnyView>(pack: Pack<V>): Pack {
  return pack as unknown as Pack;
}
