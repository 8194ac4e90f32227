import { describe, expect, it } from "vitest";
import type { CodexCardPlaced, CodexView, PlaceCodexCard } from "../../lib/messages";
import { branches, isEnd, leaf, plant, walk } from "../../lib/trie";
import { replay } from "../recordings";
import { FLIP, cardKey, isBackOnly, objectiveText, outcome, preview, steps } from "./actions";
import { mirror } from "./mirror";
import { objectivePoints, ownObjectives } from "./objectives";
import recorded from "./recorded.json?raw";

const moments = replay<CodexView>(recorded, mirror);
const asked = moments.filter(({ actions }) => actions.length > 0);
const placements = moments.filter(({ action }) => action?.type === "PlaceCodexCard");

describe("the steps of Codex Naturalis", () => {
  it("lead to each legal action and to no other", () => {
    expect(asked.length).toBeGreaterThan(60);
    for (const { actions, before } of asked) {
      const root = plant(actions, (action) => steps(action, before));
      const leaves = actions.map((action) => steps(action, before).reduce((found, { key }) => walk(found, key), root));
      expect(leaves.map(leaf)).toEqual(actions);
      expect(leaves.every((node) => isEnd(node) && node.length === 1)).toBe(true);
    }
  });

  it("offer to flip exactly the cards whose front can be placed", () => {
    for (const { actions, before, prompt } of asked.filter(({ prompt: found }) => found?.type === "SelectCodexCard")) {
      const root = plant(actions, (action) => steps(action, before));
      for (const id of before.hand) {
        const canFlip = branches(walk(root, cardKey(id))).has(FLIP);
        expect(canFlip).toBe((prompt!.fronts as string[]).includes(id));
        expect(isBackOnly(before, id)).toBe(!canFlip);
      }
    }
  });
});

describe("the outcome of a placement", () => {
  it("is what then happens: points, symbols, spots and objectives", () => {
    expect(placements.length).toBeGreaterThan(30);
    for (const { before, after, action, changes } of placements) {
      const found = outcome(action as unknown as PlaceCodexCard, before)!;
      const placed = changes.find(({ kind }) => kind === "CodexCardPlaced") as unknown as CodexCardPlaced;
      const [one, other] = [before.players[0]!.area, after.players[0]!.area];
      const goals = (view: CodexView) => ownObjectives(view).reduce((sum, id) => sum + objectivePoints(view.players[0]!.area, id), 0);
      expect(found.points).toBe(placed.points);
      expect(found.after).toEqual(other);
      expect(found.symbols).toEqual(other.symbols.map((count, index) => count - one.symbols[index]!));
      expect(found.opened - found.closed.length).toBe(other.spots.length - one.spots.length + 1);
      expect(found.goals).toBe(goals(after) - goals(before));
    }
  });

  it("stops at the end of the score track", () => {
    const { before, action } = placements.find(({ changes }) => changes.some(({ points }) => (points as number) > 0))!;
    const view = structuredClone(before);
    view.players[0]!.score = 29;
    view.rules.trackCap = true;
    expect(outcome(action as unknown as PlaceCodexCard, view)!.points).toBe(0);
    view.rules.trackCap = false;
    expect(outcome(action as unknown as PlaceCodexCard, view)!.points).toBeGreaterThan(0);
  });

  it("does not exist at a closed spot", () => {
    expect(outcome({ card: "R01", side: "BACK", x: 40, y: 40 }, placements[0]!.before)).toBeNull();
  });
});

describe("the previews of Codex Naturalis", () => {
  it("exist for every legal action, and for no spectator", () => {
    const titles = asked.flatMap(({ actions, before }) => actions.map((action) => preview(action, before)?.title ?? ""));
    expect(titles.filter((title) => !/^[A-Z0-9]/.test(title))).toEqual([]);
    expect(asked.every(({ actions, before }) => preview(actions[0]!, { ...before, seat: null }) === null)).toBe(true);
  });

  it("say points, corners, symbols and spots of a placement", () => {
    const shown = placements.map(({ action, before }) => preview(action!, before)!);
    for (const { title, badge } of shown) {
      const points = /\+(\d+) points?/.exec(title)?.[1];
      expect(title).toMatch(/^Spot \d+: (no points|\+\d+ points?), covers (one|two|three|four) corners?$/);
      if (points !== undefined) expect(badge).toContain(`+${points} pt`);
    }
    expect(shown.some(({ sentence }) => /fewer/.test(sentence ?? ""))).toBe(true);
    expect(shown.some(({ sentence }) => /Opens \d spots?/.test(sentence ?? ""))).toBe(true);
    expect(shown.some(({ sentence }) => /loses spots?|closes spots?/i.test(sentence ?? ""))).toBe(true);
  });

  it("describe objectives", () => {
    expect(objectiveText("O13")).toBe("3 points for every set of 1 quill, 1 inkwell and 1 manuscript");
  });
});
