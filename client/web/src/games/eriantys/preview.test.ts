import { describe, expect, it } from "vitest";
import type { EriantysView, IslandConquered, IslandView } from "../../lib/messages";
import { replay, tableOf } from "../recordings";
import { mirror } from "./mirror";
import { preview } from "./preview";
import recorded from "./recorded.json?raw";

const moments = replay<EriantysView>(recorded, mirror);
const base = moments[0]!.before;

function island(tile: number, more: Partial<IslandView> = {}): IslandView {
  return { tiles: [tile], students: {}, towers: 0, tower: null, noEntry: 0, ...more };
}

/** A match of two: you are white and have the red professor, bob is black and has the blue one. */
function position(change: Partial<EriantysView> = {}): EriantysView {
  const school = { entrance: { RED: 2, BLUE: 1 }, dining: { RED: 2 }, hand: [2, 7], played: null, coins: 3, gone: false, towers: 5 };
  return {
    ...base, seat: 0, turn: 0, phase: "STUDENTS", expert: true, supply: 10, motherNature: 0, professors: { RED: 0, BLUE: 1 },
    islands: [island(0), island(1, { students: { RED: 1, BLUE: 2 } }), island(2, { tower: "BLACK", towers: 1 }), ...[3, 4, 5].map((tile) => island(tile))],
    schools: [{ ...school, tower: "WHITE" }, { ...school, dining: { BLUE: 3 }, tower: "BLACK" }],
    ...change,
  };
}

const show = (action: Record<string, unknown>, view = position()) => preview(action as never, view, tableOf(view.schools.length));

describe("the preview of Eriantys", () => {
  it("has the influence before and after a student", () => {
    expect(show({ type: "MoveStudent", color: "RED", moveTo: "ISLAND", islandPosition: 1 })).toEqual({
      badge: "2 : 2", title: "Island 1: you 1 → 2, bob 2", sentence: "A tie, so nothing changes if mother nature stops here.",
    });
    expect(show({ type: "MoveStudent", color: "RED", moveTo: "ISLAND", islandPosition: 0 })?.sentence).toBe("A tower for you if mother nature stops here.");
  });

  it("has the coin and the professor of the dining room", () => {
    expect(show({ type: "MoveStudent", color: "RED", moveTo: "SCHOOL" })).toEqual({ badge: "+1 coin", title: "Dining room: red 2 → 3", sentence: "You earn 1 coin." });
    const view = position({ professors: { RED: 1 } });
    expect(show({ type: "MoveStudent", color: "RED", moveTo: "SCHOOL" }, view)?.sentence).toBe("You earn 1 coin. You take the red professor from bob.");
  });

  it("says who builds, what merges and when the match ends", () => {
    const view = position({ phase: "MOTHER_NATURE", maxSteps: 2 });
    expect(show({ type: "MoveMotherNature", steps: 1 }, view)).toEqual({
      badge: "1 : 2", title: "Island 1: you 1, bob 2", sentence: "bob builds a tower. Islands 1–2 become one.",
    });
    const last = position({ islands: [island(0), island(1, { students: { RED: 3 } })] });
    expect(show({ type: "MoveMotherNature", steps: 1 }, last)?.sentence).toBe("You build a tower. The match ends.");
    expect(show({ type: "MoveMotherNature", steps: 1 }, position({ islands: [island(0), island(1, { noEntry: 1 })] }))?.badge).toBe("no entry");
  });

  it("names the order of assistants", () => {
    const view = position();
    view.schools[1]!.played = 4;
    expect(show({ type: "PlayAssistantCard", cardValue: 7 }, view)?.sentence).toBe("Mother nature may move up to 4 steps. You act after bob.");
    expect(show({ type: "PlayAssistantCard", cardValue: 2 }, view)?.sentence).toBe("Mother nature may move 1 step. You act before bob.");
  });

  it("names the price of a character", () => {
    const view = position({ characters: [{ name: "KNIGHT", price: 2, used: false, students: {}, noEntry: 0 }] });
    expect(show({ type: "UseCharacterCard", asset: "KNIGHT" }, view)).toMatchObject({ title: "Knight for 2 coins", sentence: "2 more influence for you this turn." });
  });

  it("promises the tower that is then built", () => {
    const arrivals = moments.filter(({ action }) => action?.type === "MoveMotherNature");
    expect(arrivals.length).toBeGreaterThan(20);
    for (const { before, action, changes } of arrivals) {
      const built = changes.find(({ kind }) => kind === "IslandConquered") as unknown as IslandConquered | undefined;
      const text = preview(action!, before, tableOf(before.schools.length))!.sentence!;
      expect(/ builds? /.test(text)).toBe(built !== undefined);
      if (built !== undefined && changes.some(({ kind }) => kind === "IslandsMerged")) expect(text).toContain("become one");
    }
  });

  it("has a title and a sentence for every legal action of the recordings", () => {
    for (const { before, actions } of moments) {
      for (const action of actions) {
        const shown = preview(action, before, tableOf(before.schools.length));
        expect(shown?.title).toMatch(/^[A-Z]/);
        expect(shown?.sentence).toMatch(/\.$/);
        expect(`${shown?.title} ${shown?.sentence}`).not.toMatch(/undefined|null|NaN|[A-Z]{3}/);
        expect((shown?.badge ?? "").length).toBeLessThanOrEqual(8);
      }
    }
  });
});
