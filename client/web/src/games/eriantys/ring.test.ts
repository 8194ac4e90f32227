import { describe, expect, it } from "vitest";
import { cellOf, contentBox, outline, SQUARE, WIDE } from "./ring";

const CELL = { width: 100, height: 80 };
const TILES = Array.from({ length: 12 }, (_, tile) => tile);

describe("the ring of islands", () => {
  it.each([["wide", WIDE], ["square", SQUARE]] as const)("has each tile beside the next one in a %s grid", (_, grid) => {
    const cells = TILES.map((tile) => cellOf(tile, grid));
    expect(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size).toBe(12);
    for (const tile of TILES) {
      const [one, other] = [cells[tile]!, cells[(tile + 1) % 12]!];
      expect(Math.abs(one.column - other.column) + Math.abs(one.row - other.row)).toBe(1);
      expect([0, grid.columns - 1].includes(one.column) || [0, grid.rows - 1].includes(one.row)).toBe(true);
    }
  });

  it("puts the students on the longest straight part", () => {
    expect(contentBox([1, 2], WIDE, CELL)).toEqual({ x: 100, y: 0, width: 200, height: 80 });
    expect(contentBox([3, 4, 5], WIDE, CELL)).toEqual({ x: 300, y: 0, width: 200, height: 80 });
    expect(contentBox([10, 11, 0, 1], WIDE, CELL)).toEqual({ x: 0, y: 0, width: 100, height: 240 });
  });

  it("draws one closed line around all cells of an island", () => {
    for (const grid of [WIDE, SQUARE]) {
      for (const first of TILES) {
        for (let length = 1; length <= 10; length += 1) {
          const path = outline(TILES.slice(0, length).map((tile) => (first + tile) % 12), grid, CELL, 4);
          expect(path.match(/M/g)).toHaveLength(1);
          expect(path).toMatch(/Z$/);
          expect(path).not.toMatch(/NaN/);
        }
      }
    }
  });

  it("keeps the distance from the edges of the cells", () => {
    const numbers = outline([0], WIDE, CELL, 5).match(/[\d.]+/g)!.map(Number);
    expect(Math.min(...numbers)).toBe(5);
    expect(Math.max(...numbers)).toBe(95);
  });
});
