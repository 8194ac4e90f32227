/** The tape of what this page saw of a match, if the server has no replay of it. */

import type { Match } from "./match.svelte";
import type { Tape } from "./replay";
import type { AnyView, Change } from "./wire";

/** Return what this page saw; one step for each change whose view is known. */
export function tapeOf(match: Match): Tape {
  const moves = match.moves.filter(({ view }) => view !== null);
  const first = match.firstView ?? match.view!;
  return {
    length: moves.length,
    viewAt: (step): AnyView => (step === 0 ? first : moves[Math.min(step, moves.length) - 1]!.view!),
    changesAt: (step): Change[] => (step === 0 ? [] : [moves[step - 1]!.change]),
  };
}

/** Return what a match needs of a session that only shows it. */
export function showing(nickname: () => string) {
  const silent = { type: "Error", error: "", message: "" };
  return {
    me: nickname,
    presence: () => ({}),
    request: () => Promise.resolve(silent),
    refused: () => undefined,
    notify: () => undefined,
    now: () => 0,
  };
}
