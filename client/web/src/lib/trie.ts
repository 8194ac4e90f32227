/**
 * The legal actions as a tree of steps.
 *
 * A node is the list of the actions that are still possible, each with the steps that are left.
 * Nothing is built in advance: walking 4,096 actions takes milliseconds.
 */

import type { Step } from "../games/pack";
import type { Action } from "./wire";

export interface Candidate {
  action: Action;
  rest: Step[];
}

export type Node = Candidate[];

/** Return the root of the tree. */
export function plant(actions: Action[], steps: (action: Action) => Step[]): Node {
  return actions.map((action) => ({ action, rest: steps(action) }));
}

/** Return the steps of a candidate that may be taken next: one, or all of its first group. */
function open(rest: Step[]): Step[] {
  const first = rest[0];
  if (first === undefined) return [];
  if (first.group === undefined) return [first];
  const end = rest.findIndex((step) => step.group !== first.group);
  return end < 0 ? rest : rest.slice(0, end);
}

/** Return the node below a key; it is empty if the key is not legal here. */
export function walk(node: Node, key: string): Node {
  const below: Node = [];
  for (const { action, rest } of node) {
    const index = open(rest).findIndex((step) => step.key === key);
    if (index >= 0) below.push({ action, rest: rest.toSpliced(index, 1) });
  }
  return below;
}

/** Return the steps that are legal here, each key once, in the order of the actions. */
export function branches(node: Node): Map<string, Step> {
  const found = new Map<string, Step>();
  for (const { rest } of node) {
    for (const step of open(rest)) if (!found.has(step.key)) found.set(step.key, step);
  }
  return found;
}

/** Return the action that is complete at this node, or null. */
export function leaf(node: Node): Action | null {
  return node.find(({ rest }) => rest.length === 0)?.action ?? null;
}

/** Return true if no step is left, so that the action can be sent at once. */
export function isEnd(node: Node): boolean {
  return node.length > 0 && node.every(({ rest }) => rest.length === 0);
}

/** Return the only action below the node, complete or not, or null if there are several. */
export function only(node: Node): Action | null {
  return node.length === 1 ? node[0]!.action : null;
}
