import { describe, expect, it } from "vitest";
import type { ShelfieGoal } from "../../lib/messages";
import { goalExample, goalProgress } from "./goals";
import { GOAL_TEXTS } from "./words";

const GOALS = Object.keys(GOAL_TEXTS) as ShelfieGoal[];
const LETTERS: Record<string, string> = { "1": "C", "2": "B", "3": "G", "4": "F", "5": "T", "6": "P" };

/** Return an example as a shelf; `#` becomes tiles of several types. */
function exampleShelf(goal: ShelfieGoal, oneType = false): string[] {
  return goalExample(goal, oneType).map((row, index) =>
    [...row].map((sign, column) => (sign === "#" ? "CBG"[(index + column) % 3] : (LETTERS[sign] ?? "."))).join(""),
  );
}

describe("the common goals", () => {
  it("are met by their examples", () => {
    for (const goal of GOALS) {
      const { have, need } = goalProgress(goal, exampleShelf(goal), false);
      expect(have, goal).toBeGreaterThanOrEqual(need);
    }
  });

  it("are not met without one tile of their examples", () => {
    for (const goal of GOALS) {
      const shelf = exampleShelf(goal);
      const row = shelf.findIndex((line) => /[A-Z]/.test(line));
      shelf[row] = shelf[row]!.replace(/[A-Z]/, ".");
      const { have, need } = goalProgress(goal, shelf, false);
      expect(have, goal).toBeLessThan(need);
    }
  });

  it("can demand two squares of one type", () => {
    expect(goalProgress("SQUARES", exampleShelf("SQUARES"), true)).toEqual({ have: 1, need: 2 });
    expect(goalProgress("SQUARES", exampleShelf("SQUARES", true), true)).toEqual({ have: 2, need: 2 });
  });

  it("count squares that share no place", () => {
    const block = ["CCC..", "CCC..", ".....", ".....", ".....", "....."];
    expect(goalProgress("SQUARES", block, false).have).toBe(1);
  });
});
