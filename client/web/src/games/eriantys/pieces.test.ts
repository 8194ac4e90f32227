import { describe, expect, it } from "vitest";
import type { EriantysView } from "../../lib/messages";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import { influence, islandAfter, listed, reach, stepsOf, studentsText, tilesText } from "./pieces";
import recorded from "./recorded.json?raw";

const moments = replay<EriantysView>(recorded, mirror);

describe("the pieces of Eriantys", () => {
  it("are named and counted", () => {
    expect(listed({ BLUE: 1, GREEN: 2 })).toEqual(["GREEN", "GREEN", "BLUE"]);
    expect(studentsText({ BLUE: 1, RED: 2 })).toBe("2 red, 1 blue");
    expect(studentsText({})).toBe("no students");
    expect([tilesText([3]), tilesText([10, 11, 0])]).toEqual(["3", "10–0"]);
    expect([1, 2, 3, 10].map(stepsOf)).toEqual([1, 1, 2, 5]);
  });

  it("let mother nature reach the islands of the legal moves", () => {
    const asked = moments.filter(({ prompt, before }) => prompt?.type === "SelectSteps" && before.maxSteps <= before.islands.length);
    expect(asked.length).toBeGreaterThan(20);
    for (const { before, prompt } of asked) {
      expect([...reach(before).values()]).toEqual(Array.from({ length: prompt!.maxSteps as number }, (_, index) => index + 1));
    }
  });

  it("show the reach before the students are moved", () => {
    const moving = moments.filter(({ before, after }) => before.phase === "STUDENTS" && after.phase === "MOTHER_NATURE" && before.turn === after.turn);
    expect(moving.length).toBeGreaterThan(20);
    for (const { before, after } of moving) expect([...reach(before)]).toEqual([...reach(after)]);
  });

  it("give influence by professors, towers and effects", () => {
    const { before } = moments.at(-1)!;
    const view: EriantysView = { ...before, seat: 0, turn: 0, professors: { RED: 0 }, effect: null, bannedColor: null };
    const [own] = view.schools;
    const island = { ...islandAfter(view, 0), students: { RED: 2 }, tower: own!.tower, towers: 1 };
    const strength = (change: Partial<EriantysView>) => influence({ ...view, ...change }, island).get(own!.tower);
    expect([strength({}), strength({ effect: "KNIGHT" }), strength({ effect: "CENTAUR" }), strength({ bannedColor: "RED" })]).toEqual([3, 5, 2, 1]);
  });
});
