import { expect, it } from "vitest";
import { following, nearest, type Direction } from "./roving";

const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 });
const grid = [box(0, 0), box(20, 0), box(40, 0), box(0, 20), box(20, 20)];

it.each<[number, Direction, number]>([
  [0, "ArrowRight", 1],
  [2, "ArrowLeft", 1],
  [1, "ArrowDown", 4],
  [4, "ArrowUp", 1],
  [2, "ArrowDown", 4],
  [0, "ArrowLeft", -1],
  [0, "ArrowUp", -1],
])("from %i by %s to %i", (from, direction, to) => expect(nearest(grid[from]!, grid, direction)).toBe(to));

it("takes all targets in order with Page Down and Page Up", () => {
  expect([0, 1, 2].map((index) => following(index, 3, "PageDown"))).toEqual([1, 2, 0]);
  expect([0, 1, 2].map((index) => following(index, 3, "PageUp"))).toEqual([2, 0, 1]);
});
