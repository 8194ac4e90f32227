/** Recorded matches for the unit tests of boards; `tests/client/web/recorded_matches.py` writes them. */

import type { Action, AnyView, Change, Prompt } from "../lib/wire";
import type { Mirror, Table } from "./pack";

export interface RecordedStep<V> {
  prompt: Prompt | null;
  actions: Action[];
  /** The action of the own seat; null if another seat acted. */
  action: Action | null;
  changes: Change[];
  /** The view after the step; only some steps have it. */
  view?: V;
}

export interface Recorded<V> {
  first: V;
  steps: RecordedStep<V>[];
}

/** A step with the views that the mirror computed before and after it. */
export interface Moment<V> extends RecordedStep<V> {
  before: V;
  after: V;
}

/** Return all steps of all recordings, each with the views around it. */
export function replay<V extends AnyView>(text: string, mirror: Mirror<V>): Moment<V>[] {
  return (JSON.parse(text) as Recorded<V>[]).flatMap(({ first, steps }) => {
    let before = first;
    return steps.map((step) => {
      const after = structuredClone(before);
      for (const change of step.changes) mirror[change.kind]!(after, change as never);
      const moment = { ...step, before, after };
      before = after;
      return moment;
    });
  });
}

/** Return a table with the players ann, bob, cat …, as seat 0 sees it. */
export function tableOf(players: number): Table {
  const names = ["ann", "bob", "cat", "dan", "eva", "fay", "gus", "hal", "ida", "joe"].slice(0, players);
  const name = (seat: number | null | undefined) => names[seat ?? -1] ?? "nobody";
  return {
    names,
    seat: 0,
    bots: names.map(() => false),
    presence: {},
    who: (seat) => (seat === 0 ? "You" : name(seat)),
    whom: (seat) => (seat === 0 ? "you" : name(seat)),
  };
}
