import { expect, it } from "vitest";
import { changedPaths, shapeOf } from "./shapes";

it.each([
  [true, "flag"],
  [3, "text"],
  ["RED 7", "text"],
  [null, "text"],
  [[], "text"],
  [["RED 7", "BLUE 2"], "chips"],
  [[1, 2, 3], "chips"],
  [["CB.", "..G", "PPT"], "grid"],
  [[{ cards: 1 }, { cards: 2 }], "table"],
  [[{ cards: 1 }, { score: 2 }], "list"],
  [{ RED: 2 }, "counters"],
  [{}, "record"],
  [{ left: 3, top: "FUNGI" }, "record"],
])("%j is shown as %s", (value, shape) => expect(shapeOf(value)).toBe(shape));

it("finds the values that differ", () => {
  const before = { players: [{ score: 1 }, { score: 2 }], hand: ["A"], turn: 0 };
  const after = { players: [{ score: 1 }, { score: 5 }], hand: ["A", "B"], turn: 0 };
  expect([...changedPaths(before, after)]).toEqual(["players.1.score", "hand.1"]);
});
