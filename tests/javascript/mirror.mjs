/**
 * A copy of the view of a seat, kept up to date with the changes alone.
 */

import { rules as codex } from "./mirrors/codex.mjs";
import { rules as eriantys } from "./mirrors/eriantys.mjs";
import { rules as rummy500 } from "./mirrors/rummy500.mjs";
import { rules as shelfie } from "./mirrors/shelfie.mjs";
import { rules as uno } from "./mirrors/uno.mjs";

export const rulesByGame = { eriantys, uno, codex, shelfie, rummy500 };

/** Raised when the mirror and the view of the server differ. */
export class MirrorError extends Error {}

export class Mirror {
  /** The view, or null before the first GameView of a match. */
  view = null;
  /** The number of the last change in the view. */
  seq = 0;
  /** The number of the match, to recognize it after Reconnect. */
  #match = null;
  /** True between PlayersInfo and the first GameView after it. */
  #starting = false;
  /** How often the view was compared with that of the server. */
  comparisons = 0;
  /** Changes that were applied after the last comparison, for the report of a difference. */
  #recent = [];
  /** How often a change of each kind was compared with a view. @type {Map<string, number>} */
  compared = new Map();

  /**
   * Process a message of the server.
   * @param {object} message
   */
  receive(message) {
    if (message.type === "PlayersInfo") this.#start(message);
    else if (message.type === "GameView") this.#replace(message);
    else if (message.type === "UpdateMessage") this.#update(message);
  }

  /**
   * Forget the view at the start of a match. After Reconnect the start of the same match arrives
   * again; then the view is kept until the GameView, because it can be compared with that.
   */
  #start({ match }) {
    if (match !== this.#match) Object.assign(this, { view: null, seq: 0 });
    this.#match = match;
    this.#starting = true;
  }

  #replace({ view, seq }) {
    const missed = this.#starting && seq > this.seq;
    if (this.view !== null && !missed) this.#compare(view, seq);
    Object.assign(this, { view, seq });
    this.#starting = false;
    this.#recent = [];
  }

  #compare(view, seq) {
    const found = differences(this.view, view, "view");
    if (seq < this.seq) found.push(`seq: mirror ${this.seq}, server ${seq}`);
    if (found.length > 0) {
      const applied = this.#recent.map((change) => `  after ${JSON.stringify(change)}`);
      throw new MirrorError(["the mirror differs from the view", ...found, ...applied].join("\n"));
    }
    this.comparisons += 1;
    for (const { kind } of this.#recent) {
      this.compared.set(kind, (this.compared.get(kind) ?? 0) + 1);
    }
  }

  #update({ change, seq }) {
    if (this.view === null || seq <= this.seq) return;
    const rule = rulesByGame[this.view.game][change.kind];
    if (rule === undefined) throw new MirrorError(`no mirror rule for ${change.kind}`);
    this.#recent.push(structuredClone(change));
    rule(this.view, change);
    this.seq = seq;
  }
}

/**
 * Return one line for each difference between two values.
 * @returns {string[]}
 */
export function differences(mirror, server, path) {
  if (mirror === server) return [];
  const bothContainers = isContainer(mirror) && isContainer(server);
  if (!bothContainers || Array.isArray(mirror) !== Array.isArray(server)) {
    return [`  ${path}: mirror ${JSON.stringify(mirror)}, server ${JSON.stringify(server)}`];
  }
  const keys = new Set([...Object.keys(mirror), ...Object.keys(server)]);
  return [...keys].flatMap((key) => differences(mirror[key], server[key], `${path}.${key}`));
}

function isContainer(value) {
  return typeof value === "object" && value !== null;
}
