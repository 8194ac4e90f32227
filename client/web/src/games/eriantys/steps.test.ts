import { describe, expect, it } from "vitest";
import type { EriantysView } from "../../lib/messages";
import { branches, isEnd, leaf, plant, walk } from "../../lib/trie";
import type { Action } from "../../lib/wire";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { cardKey, characterKey, entranceKey, steps } from "./steps";

const asked = replay<EriantysView>(recorded, mirror).filter(({ actions }) => actions.length > 0);

describe("the steps of Eriantys", () => {
  it("lead to every legal action", () => {
    expect(asked.length).toBeGreaterThan(150);
    for (const { before, actions } of asked) {
      const root = plant(actions, (action) => steps(action, before));
      for (const action of actions) {
        const node = steps(action, before).reduce((at, { key }) => walk(at, key), root);
        expect(same(leaf(node), action, before)).toBe(true);
      }
    }
  });

  it("never make two different actions of the same pieces", () => {
    for (const { before, actions } of asked) {
      const keys = actions.filter(({ type }) => type !== "MoveMotherNature").map((action) => steps(action, before).map(({ key }) => key).join());
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("take the students of a swap in any order, and more of them", () => {
    const { before } = asked[0]!;
    const swap = (taken: string[], given: string[]): Action => ({ type: "UseCharacterCard", asset: "JESTER", taken, given });
    const actions = [swap(["RED"], ["BLUE"]), swap(["RED", "RED"], ["BLUE", "GREEN"]), swap(["PINK"], ["BLUE"])];
    const root = walk(plant(actions, (action) => steps(action, before)), characterKey("JESTER"));
    expect([...branches(root).keys()].sort()).toEqual(["card=PINK", "card=RED", "entrance=BLUE", "entrance=GREEN"]);
    const one = walk(walk(root, entranceKey("BLUE")), cardKey("RED"));
    expect([leaf(one), isEnd(one)]).toEqual([actions[0], false]);
    const two = walk(walk(one, cardKey("RED")), entranceKey("GREEN"));
    expect([leaf(two), isEnd(two)]).toEqual([actions[1], true]);
  });
});

/** Return true for the same action, or for moves of mother nature that end on the same island. */
function same(found: Action | null, action: Action, view: EriantysView): boolean {
  if (found === null || found.type !== action.type) return false;
  if (action.type !== "MoveMotherNature") return found === action;
  return ((found.steps as number) - (action.steps as number)) % view.islands.length === 0;
}
