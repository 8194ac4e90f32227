/**
 * What the player has chosen so far on the way to an action.
 *
 * There is one mechanism for all games: the legal actions are a tree of steps (`trie.ts`), and a
 * board only says which element stands for which step: `<button {...choice.target("card=RED 7")}>`.
 * Clicks, taps, drags and keys all end in `pick`.
 */

import type { Preview, Step } from "../games/pack";
import { branches, isEnd, leaf, only, plant, walk, type Node } from "./trie";
import type { Action } from "./wire";

/** What a choice needs of the table: the actions, the pack, and the connection. */
export interface ChoiceHost {
  /** The legal actions of the own seat; empty if it has nothing to decide. */
  actions: () => Action[];
  steps: (action: Action) => Step[];
  preview: (action: Action) => Preview | null;
  /** The label of the main button for an action. */
  label: (action: Action) => string;
  /** The question before a costly action, or null. */
  confirm: (action: Action) => string | null;
  /** Send an action and wait for its answer; true if it was accepted. */
  send: (action: Action) => Promise<boolean>;
  /** Send an action without waiting, for signals such as marks. */
  signal: (action: Action) => void;
}

/** Actions that a board composed itself; the main button sends them in order. */
export interface Proposal {
  label: string;
  actions: Action[];
  preview?: Preview;
}

export type TargetState = "legal" | "other" | "chosen" | undefined;

/** How long the question before a costly action stays. */
const CONFIRM_MS = 3000;

export class Choice {
  /** The keys of the chosen steps. */
  path: string[] = $state.raw([]);
  /** The step under the pointer or the focus. */
  pointed: string | null = $state(null);
  proposal: Proposal | null = $state.raw(null);
  /** True while an action waits for its answer; nothing can be chosen then. */
  busy = $state(false);
  /** The question that the main button shows; a second press sends. */
  confirming: string | null = $state(null);

  readonly #host: ChoiceHost;
  readonly #root: Node = $derived.by(() => plant(this.#host.actions(), this.#host.steps));
  readonly #nodes: Node[] = $derived.by(() => this.#walk());
  readonly #steps: Map<string, Step> = $derived.by(() => branches(this.node));
  readonly #others: Set<string> = $derived.by(() => this.#alternatives());
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ChoiceHost) {
    this.#host = host;
  }

  /** The actions that begin with the chosen steps. */
  get node(): Node {
    return this.#nodes.at(-1)!;
  }

  /** The steps that can be taken now. */
  get steps(): Step[] {
    return [...this.#steps.values()];
  }

  /** True if the own seat has something to decide. */
  get active(): boolean {
    return this.#root.length > 0 && !this.busy;
  }

  /** The action that the main button sends, or null. */
  get ready(): Action | null {
    return this.path.length > 0 ? leaf(this.node) : null;
  }

  /** The label of the main button; null without one. */
  get label(): string | null {
    if (this.confirming !== null) return this.confirming;
    if (this.proposal !== null) return this.proposal.label;
    return this.ready === null ? null : this.#host.label(this.ready);
  }

  /** What the step under the pointer, or else the chosen action, would do. */
  get preview(): Preview | null {
    if (this.pointed !== null && this.isLegal(this.pointed)) {
      const shown = this.previewOf(this.pointed);
      if (shown !== null) return shown;
    }
    if (this.proposal?.preview) return this.proposal.preview;
    const action = this.ready ?? (this.path.length > 0 ? only(this.node) : null);
    return action === null ? null : this.#host.preview(action);
  }

  /** What a legal step would do, for a badge at its target; null if several actions are possible. */
  previewOf(key: string): Preview | null {
    const below = this.#below(key);
    const action = leaf(below) ?? only(below);
    return action === null ? null : this.#host.preview(action);
  }

  /** Return the steps that could follow a step that is legal now. */
  after(key: string): Step[] {
    return [...branches(this.#below(key)).values()];
  }

  /** Return true if the step can be taken now. */
  isLegal(key: string): boolean {
    return this.active && this.#steps.has(key);
  }

  isChosen(key: string): boolean {
    return this.path.includes(key);
  }

  /** "legal" now, "other": instead of an earlier step, "chosen", or undefined: not now. */
  state(key: string): TargetState {
    if (this.isChosen(key)) return "chosen";
    if (this.isLegal(key)) return "legal";
    return this.active && this.#others.has(key) ? "other" : undefined;
  }

  /**
   * The attributes of the button that stands for a step. CSS draws the rings from `data-state`.
   * The button stays focusable while the step is not legal.
   */
  target(key: string) {
    const state = this.state(key);
    return {
      "data-step": key,
      "data-state": state,
      "aria-pressed": state === "chosen" ? ("true" as const) : undefined,
      "aria-disabled": state === undefined ? ("true" as const) : undefined,
      onclick: (event: MouseEvent) => this.pick(key, isTouch(event)),
      ondblclick: () => this.finish(),
      onpointerenter: (event: PointerEvent) => this.#point(key, !isTouch(event)),
      onpointerleave: () => this.#leave(key),
      onfocus: (event: FocusEvent) => this.#point(key, (event.currentTarget as Element).matches(":focus-visible")),
      onblur: () => this.#leave(key),
    };
  }

  /**
   * Take a step. A last step sends the action, by touch only the second time. A step that was legal
   * earlier replaces the one chosen there; a chosen step is taken back.
   */
  pick(key: string, touch = false): void {
    if (!this.active) return;
    if (!this.#steps.has(key)) return this.#repick(key, touch);
    this.#setPath([...this.path, key]);
    if (isEnd(this.node) && !touch) this.submit();
  }

  #repick(key: string, touch: boolean): void {
    if (this.isChosen(key)) {
      if (isEnd(this.node) && this.path.at(-1) === key) this.submit();
      else this.unpick(key);
      return;
    }
    for (let depth = this.path.length - 1; depth >= 0; depth -= 1) {
      if (!branches(this.#nodes[depth]!).has(key)) continue;
      this.#setPath(this.path.slice(0, depth));
      return this.pick(key, touch);
    }
  }

  /** Take a chosen step back, and those after it that are no longer possible. */
  unpick(key: string): void {
    const index = this.path.lastIndexOf(key);
    if (index < 0) return;
    const without = this.path.toSpliced(index, 1);
    let node = this.#root;
    for (const step of without) node = walk(node, step);
    this.#setPath(node.length > 0 ? without : this.path.slice(0, index));
  }

  /** Take the last step back; returns false if there was none. */
  back(): boolean {
    if (this.confirming !== null || this.path.length > 0) {
      this.#setPath(this.path.slice(0, -1));
      return true;
    }
    if (this.proposal === null) return false;
    this.proposal = null;
    return true;
  }

  /** Send the only action that is possible with the chosen steps, if there is only one. */
  finish(): void {
    const action = only(this.node);
    if (this.active && this.path.length > 0 && action !== null) this.#submit([action]);
  }

  /** Send what the main button shows; a costly action is sent by the second press. */
  submit(): void {
    if (this.busy) return;
    if (this.proposal !== null) this.#submit(this.proposal.actions);
    else if (this.ready !== null) this.#submit([this.ready]);
  }

  #submit(actions: Action[]): void {
    const question = actions.map((action) => this.#host.confirm(action)).find((text) => text !== null);
    if (question !== undefined && this.confirming === null) {
      this.confirming = question;
      this.#timer = setTimeout(() => (this.confirming = null), CONFIRM_MS);
      return;
    }
    void this.send(...actions);
  }

  /** Send actions in order, without a question before costly ones; stops at the first refusal. */
  async send(...actions: Action[]): Promise<boolean> {
    if (this.busy) return false;
    this.#stopConfirming();
    this.busy = true;
    try {
      for (const action of actions) if (!(await this.#host.send(action))) return false;
      return true;
    } finally {
      this.busy = false;
      this.reset();
    }
  }

  /** Send an action without waiting, for signals such as marks; the choice stays. */
  signal(action: Action): void {
    this.#host.signal(action);
  }

  /** Show a composed action on the main button; null removes it. */
  propose(proposal: Proposal | null): void {
    this.#stopConfirming();
    this.proposal = proposal;
  }

  /** Choose the steps of an action without sending it; one that has no steps of its own is proposed. */
  suggest(action: Action): void {
    if (!this.active) return;
    this.reset();
    const listed = this.#root.find((candidate) => isSame(candidate.action, action));
    this.#setPath(listed?.rest.map(({ key }) => key) ?? []);
    if (this.ready !== null && isSame(this.ready, action)) return;
    const preview = this.#host.preview(action);
    this.#setPath([]);
    this.propose({ label: this.#host.label(action), actions: [action], ...(preview === null ? {} : { preview }) });
  }

  /** Forget the chosen steps. */
  reset(): void {
    this.#setPath([]);
    this.proposal = null;
  }

  /** Keep the chosen steps only if they are still possible. */
  refresh(): void {
    if (this.node.length === 0) this.reset();
  }

  #setPath(path: string[]): void {
    this.#stopConfirming();
    this.path = path;
  }

  #stopConfirming(): void {
    clearTimeout(this.#timer);
    this.confirming = null;
  }

  /** Preview a step. A finger that is about to tap is no reason for it: neither its contact nor the focus it causes. */
  #point(key: string, isAimed: boolean): void {
    if (isAimed) this.pointed = key;
  }

  #leave(key: string): void {
    if (this.pointed === key) this.pointed = null;
  }

  #below(key: string): Node {
    return walk(this.node, key);
  }

  #walk(): Node[] {
    const nodes = [this.#root];
    for (const key of this.path) nodes.push(walk(nodes.at(-1)!, key));
    return nodes;
  }

  #alternatives(): Set<string> {
    const keys = new Set<string>();
    for (const node of this.#nodes.slice(0, -1)) for (const key of branches(node).keys()) keys.add(key);
    return keys;
  }
}

/** Return true if two messages of the server are the same action; their fields have the same order. */
function isSame(left: Action, right: Action): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function isTouch(event: MouseEvent): boolean {
  return "pointerType" in event && event.pointerType === "touch";
}

/** Return a choice without actions, for spectators and replays. */
export function noChoice(): Choice {
  return new Choice({
    actions: () => [],
    steps: () => [],
    preview: () => null,
    label: () => "",
    confirm: () => null,
    send: () => Promise.resolve(false),
    signal: () => undefined,
  });
}
