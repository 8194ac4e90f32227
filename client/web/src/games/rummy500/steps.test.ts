import { describe, expect, it } from "vitest";
import type { RummyView } from "../../lib/messages";
import { leaf, plant, walk } from "../../lib/trie";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { steps } from "./steps";

describe("the steps of Rummy 500", () => {
  it("lead to every legal action, in any order of its cards", () => {
    const asked = replay<RummyView>(recorded, mirror).filter(({ actions }) => actions.length > 0);
    expect(asked.length).toBeGreaterThan(80);
    for (const { actions } of asked) {
      const root = plant(actions, steps);
      for (const action of actions) {
        const keys = steps(action).map(({ key }) => key);
        const backwards = [...keys.slice(0, -1).reverse(), keys.at(-1)!];
        expect(leaf(keys.reduce(walk, root))).toEqual(action);
        expect(leaf(backwards.reduce(walk, root))).toEqual(action);
      }
    }
  });
});
