/**
 * The parts of the messages that the shell reads, whatever the game is.
 *
 * The complete types of our own games are generated in `messages.ts`; boards import them from there.
 */

/** A message in either direction. `id` and `replyTo` join a command and its answer. */
export interface Message {
  type: string;
  id?: number;
  replyTo?: number;
  seq?: number;
}

/** A message as it was received; its fields depend on `type`. */
export type Received = Message & Record<string, unknown>;

/** An action of a game: a complete message, as `LegalActions` lists it. */
export type Action = Message & Record<string, unknown>;

/** The question to the own seat: a message whose type begins with `Select`. */
export type Prompt = Message & Record<string, unknown>;

/** A change of a match, as `UpdateMessage` carries it. */
export type Change = { kind: string } & Record<string, unknown>;

/** What every view has. A view is never changed in place. */
export interface AnyView {
  game: string;
  seat: number | null;
}

export type OptionValue = boolean | number | string;

/** A room in a list or in `RoomUpdate`. */
export interface RoomInfo {
  match: number;
  game: string;
  mode: boolean;
  options: Record<string, OptionValue>;
  players: string[];
  numberOfPlayers: number;
  bots: number;
  host: string;
  private: boolean;
  state: "open" | "playing";
  wizards: Record<string, string>;
  name: string;
  clock: number;
  watchers: boolean;
  seeded?: boolean;
  teams: string[][];
  freeWizards: string[];
}

export type Presence = "absent" | "gone" | "late" | "present";
