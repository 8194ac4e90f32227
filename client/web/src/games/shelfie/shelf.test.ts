import { describe, expect, it } from "vitest";
import { arrangements, columnTiles, columnsFor, drop, groupSizes, largestGroup, roomIn } from "./shelf";

const SHELF = ["C....", "C....", "C...B", "CC..B", "FC.BB", "FFFCB"];

describe("a shelf", () => {
  it("knows the room of its columns", () => {
    expect([0, 1, 2, 3, 4].map((column) => roomIn(SHELF, column))).toEqual([0, 3, 5, 4, 2]);
    expect(columnsFor(SHELF, 3)).toEqual([1, 2, 3]);
    expect(columnTiles(SHELF, 3)).toBe("CB");
  });

  it("takes tiles from below, the first one lowest", () => {
    const after = drop(SHELF, 2, "TPG");
    expect(columnTiles(after, 2)).toBe("FTPG");
    expect(SHELF[4]).toBe("FC.BB");
  });

  it("joins equal tiles by their sides only", () => {
    expect(groupSizes(SHELF).sort()).toEqual([1, 4, 5, 6]);
    expect(largestGroup(drop(SHELF, 2, "BT"), 2, 2)).toEqual({ tile: "B", size: 6 });
  });

  it("lists each arrangement of tiles once, with the smallest order", () => {
    expect(arrangements("PPF")).toEqual([[0, 1, 2], [0, 2, 1], [2, 0, 1]]);
    expect(arrangements("CBG")).toHaveLength(6);
    expect(arrangements("TT")).toEqual([[0, 1]]);
    expect(arrangements("")).toEqual([[]]);
  });
});

it("finds no group below the shelf, and ends, if the tiles of the room were just taken", () => {
  const empty = Array<string>(6).fill(".....");
  expect(largestGroup(drop(empty, 0, "."), 0, 1)).toEqual({ tile: "", size: 0 });
});
