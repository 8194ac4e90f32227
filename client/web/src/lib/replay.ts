/**
 * Replay files: a finished match as every viewer saw it. The server makes them (`/matches/NUMBER.json`), and the last
 * line of a file of `tavolata export` has one. The viewers are the seats, then the spectator.
 */

import type { Pack } from "../games/pack";
import { mirrored } from "./mirror";
import { t } from "./words";
import type { AnyView, Change, Received } from "./wire";

/** A change as some viewers saw it; without `to` all of them did. */
interface Form {
  change: Change;
  to?: number[];
}

export interface ReplayFile {
  match: number;
  /** The message `PlayersInfo`. */
  players: Received;
  views: AnyView[];
  /** The steps of the match, each with its changes in all forms. */
  steps: Form[][][];
  lastViews: AnyView[];
  /** The message `FinalScores`. */
  result: Received;
}

/** A text that is no replay; the message is for the player. */
export class BadReplay extends Error {}

const FORMAT = 1;
const MOST_CHARACTERS = 32 * 1024 * 1024;

/** Read a replay file, or the lines of `tavolata export`. Throws BadReplay. */
export function parseReplay(text: string): ReplayFile {
  if (text.length > MOST_CHARACTERS) throw new BadReplay(t.replay.tooLarge);
  const last = parseJson(text) ?? parseJson(text.trimEnd().split("\n").at(-1) ?? "");
  const found = isRecord(last) && "record" in last ? last.replay : last;
  if (found === undefined) throw new BadReplay(t.replay.unfinished);
  if (!isRecord(found) || !("format" in found)) throw new BadReplay(t.replay.notFile);
  if (found.format !== FORMAT) throw new BadReplay(t.replay.otherFormat);
  if (!isReplay(found)) throw new BadReplay(t.replay.notFile);
  return found;
}

/** Load the replay file of a match from the server. Throws BadReplay with the reason. */
export async function loadReplay(match: number, key = ""): Promise<ReplayFile> {
  let response: Response;
  try {
    response = await fetch(`/matches/${match}${key === "" ? "" : `/${key}`}.json`);
  } catch {
    throw new BadReplay(t.replay.failed);
  }
  const text = await response.text();
  if (!response.ok) throw new BadReplay(text.trim() || t.replay.failed);
  return parseReplay(text);
}

/** A match from one viewer's place, step by step. Step 0 is the beginning. */
export interface Tape {
  readonly length: number;
  viewAt: (step: number) => AnyView;
  /** The changes of a step; none for step 0. */
  changesAt: (step: number) => Change[];
}

/** The view of every so many steps is kept, so that going back does not begin at the start. */
const KEPT_EVERY = 32;

/** The tape of a replay file: views are computed with the mirror of the pack when they are shown. */
export class MirroredTape implements Tape {
  readonly length: number;
  readonly #steps: Change[][];
  readonly #kept: AnyView[];
  readonly #last: AnyView;
  #shown: { step: number; view: AnyView };

  constructor(file: ReplayFile, viewer: number, private readonly pack: Pack) {
    this.#steps = file.steps.map((step) => step.flatMap((forms) => seen(forms, viewer)));
    this.length = this.#steps.length;
    this.#kept = [file.views[viewer]!];
    this.#last = file.lastViews[viewer]!;
    this.#shown = { step: 0, view: this.#kept[0]! };
  }

  changesAt(step: number): Change[] {
    return step === 0 ? [] : (this.#steps[step - 1] ?? []);
  }

  /** Return the view after a step. A change without a mirror rule leaves it as it is; the last view is always right. */
  viewAt(step: number): AnyView {
    if (step >= this.length) return this.#last;
    const kept = Math.min(Math.floor(step / KEPT_EVERY), this.#kept.length - 1);
    let at = this.#shown.step <= step && this.#shown.step > kept * KEPT_EVERY ? this.#shown : { step: kept * KEPT_EVERY, view: this.#kept[kept]! };
    while (at.step < step) {
      at = { step: at.step + 1, view: this.#after(at.view, at.step + 1) };
      if (at.step % KEPT_EVERY === 0) this.#kept[at.step / KEPT_EVERY] ??= at.view;
    }
    this.#shown = at;
    return at.view;
  }

  #after(view: AnyView, step: number): AnyView {
    return this.changesAt(step).reduce((before, change) => mirrored(this.pack, before, change) ?? before, view);
  }
}

function seen(forms: Form[], viewer: number): Change[] {
  const form = forms.find(({ to }) => to === undefined || to.includes(viewer));
  return form === undefined ? [] : [form.change];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return true if all parts that the page reads are there; views and changes are checked by their packs. */
function isReplay(file: object): file is ReplayFile {
  const { players, views, steps, lastViews, result } = file as Record<string, unknown>;
  if (!isRecord(players) || !isRecord(result) || typeof players.game !== "string") return false;
  const names: unknown = players.playerNicknames;
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) return false;
  const areViews = (found: unknown) => Array.isArray(found) && found.length === names.length + 1 && found.every(isRecord);
  if (!areViews(views) || !areViews(lastViews)) return false;
  const isForm = (form: unknown) =>
    isRecord(form) && isRecord(form.change) && typeof form.change.kind === "string" && (form.to === undefined || Array.isArray(form.to));
  return Array.isArray(steps) && steps.every((step) => Array.isArray(step) && step.every((forms) => Array.isArray(forms) && forms.every(isForm)));
}
