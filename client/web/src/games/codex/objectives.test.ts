import { describe, expect, it } from "vitest";
import type { CodexArea, CodexView } from "../../lib/messages";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import { objectivePoints, pattern, progress } from "./objectives";
import recorded from "./recorded.json?raw";
import { patternText } from "./words";

const RED = ["R01", "R02", "R03", "R04", "R05", "R06"];
const GREEN = ["R11", "R12", "R13"];
const BLUE = ["R21", "R22"];

function areaOf(cards: [string, number, number][], symbols: number[] = [0, 0, 0, 0, 0, 0, 0]): CodexArea {
  return { placed: cards.map(([card, x, y]) => ({ card, side: "BACK" as const, x, y })), symbols, spots: [] };
}

/** The numbers are those of the tricky cases in the rules of Codex Naturalis. */
describe("the objectives", () => {
  it("count copies of a line that share no card (T13, T14)", () => {
    const line = RED.map((card, index): [string, number, number] => [card, index + 1, index + 1]);
    expect(objectivePoints(areaOf(line.slice(0, 5)), "O01")).toBe(2);
    expect(objectivePoints(areaOf(line), "O01")).toBe(4);
    expect(progress(areaOf(line.slice(0, 5)), "O01")).toEqual({ points: 2, missing: "", cards: 2 });
  });

  it("find the largest number of copies (T15)", () => {
    const reds = [7, 5, 3, 1].map((y, index): [string, number, number] => [RED[index]!, 0, y]);
    const greens = [4, 2, 0].map((y, index): [string, number, number] => [GREEN[index]!, 1, y]);
    expect(objectivePoints(areaOf([...reds, ...greens]), "O05")).toBe(6);
  });

  it("do not match a mirror image (T16)", () => {
    const blues: [string, number, number][] = [[BLUE[0]!, 1, 1], [BLUE[1]!, 1, 3]];
    expect(objectivePoints(areaOf([...blues, [RED[0]!, 2, 4]]), "O07")).toBe(3);
    expect(objectivePoints(areaOf([...blues, [RED[0]!, 0, 4]]), "O07")).toBe(0);
  });

  it("count sets of symbols, each objective on its own (T18)", () => {
    const area = areaOf([], [0, 0, 0, 0, 2, 1, 3]);
    expect(["O13", "O14", "O16"].map((objective) => objectivePoints(area, objective))).toEqual([3, 2, 2]);
    expect(progress(area, "O13")).toEqual({ points: 3, missing: "K", cards: 0 });
  });

  it("equal the points of finished matches", () => {
    const ends = replay<CodexView>(recorded, mirror).filter(({ changes }) => changes.some(({ kind }) => kind === "CodexObjectivesScored"));
    expect(ends.length).toBeGreaterThan(0);
    for (const { after } of ends) {
      const own = after.players[0]!;
      const objectives = [...after.common, after.objective!];
      expect(objectives.map((objective) => objectivePoints(own.area, objective))).toEqual(own.objectivePoints);
      after.players.forEach(({ area, objectivePoints: scored }) =>
        expect(after.common.map((objective) => objectivePoints(area, objective))).toEqual(scored.slice(0, 2)));
    }
  });

  it("have patterns in words", () => {
    expect(["O01", "O02", "O05", "O07"].map((objective) => patternText(pattern(objective)))).toEqual([
      "three fungi cards in a line rising to the right",
      "three plant cards in a line falling to the right",
      "two fungi cards in a column and plant below on the right",
      "two animal cards in a column and fungi above on the right",
    ]);
  });
});
