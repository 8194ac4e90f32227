import { describe, expect, it } from "vitest";
import { branches, isEnd, leaf, only, plant, walk } from "./trie";
import type { Action } from "./wire";

const move = (color: string, to: string): Action => ({ type: "Move", color, to });
const steps = ({ color, to }: Action) => [{ key: `color=${color}` }, { key: `to=${to}` }];
const keys = (node: ReturnType<typeof plant>) => [...branches(node).keys()];

describe("the tree of steps", () => {
  const root = plant([move("RED", "1"), move("RED", "2"), move("BLUE", "1")], steps);

  it("lists each first step once", () => expect(keys(root)).toEqual(["color=RED", "color=BLUE"]));

  it("lists below a step only what goes with it", () => {
    expect(keys(walk(root, "color=RED"))).toEqual(["to=1", "to=2"]);
    expect(keys(walk(root, "color=BLUE"))).toEqual(["to=1"]);
  });

  it("is empty below a step that is not legal", () => expect(walk(root, "to=1")).toEqual([]));

  it("ends with the action", () => {
    const end = walk(walk(root, "color=RED"), "to=2");
    expect(isEnd(end)).toBe(true);
    expect(leaf(end)).toEqual(move("RED", "2"));
  });

  it("knows the only action before its last step", () => {
    expect(only(walk(root, "color=BLUE"))).toEqual(move("BLUE", "1"));
    expect(only(walk(root, "color=RED"))).toBeNull();
  });
});

describe("steps of a group", () => {
  const take = (...cells: number[]): Action => ({ type: "Take", cells });
  const root = plant([take(1), take(1, 2), take(2, 3), take(4, 4)], ({ cells }) =>
    (cells as number[]).map((cell) => ({ key: `cell=${cell}`, group: "cells" })));

  it("may be taken in any order", () => {
    expect(leaf(walk(walk(root, "cell=2"), "cell=1"))).toEqual(take(1, 2));
    expect(leaf(walk(walk(root, "cell=1"), "cell=2"))).toEqual(take(1, 2));
  });

  it("may be complete and go on", () => {
    const node = walk(root, "cell=1");
    expect(leaf(node)).toEqual(take(1));
    expect(isEnd(node)).toBe(false);
    expect(keys(node)).toEqual(["cell=2"]);
  });

  it("may contain a step twice", () => expect(leaf(walk(walk(root, "cell=4"), "cell=4"))).toEqual(take(4, 4)));
});

it("walks the longest list that the server sends", () => {
  const actions = Array.from({ length: 4096 }, (_, index) => move(String(index >> 6), String(index & 63)));
  expect(keys(walk(plant(actions, steps), "color=3"))).toHaveLength(64);
});
