import { describe, expect, it } from "vitest";
import type { ShelfieView, TakeShelfieTiles } from "../../lib/messages";
import { branches, isEnd, leaf, plant, walk } from "../../lib/trie";
import { replay } from "../recordings";
import { bestTotal, hasFreeSide, preview, steps, tileAt } from "./actions";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { columnsFor } from "./shelf";

const moments = replay<ShelfieView>(recorded, mirror);
const asked = moments.filter(({ actions }) => actions.length > 0);

describe("the steps of My Shelfie", () => {
  it("lead to each legal action and to no other", () => {
    expect(asked.length).toBeGreaterThan(100);
    for (const { actions, before } of asked) {
      const root = plant(actions, (action) => steps(action, before));
      const leaves = actions.map((action) => steps(action, before).reduce((found, { key }) => walk(found, key), root));
      expect(leaves.map(leaf)).toEqual(actions);
      expect(leaves.every((node) => node.filter(({ rest }) => rest.length === 0).length === 1)).toBe(true);
    }
  });

  it("allow the tiles of a set in any order", () => {
    const { actions, before } = asked.find(({ actions: list }) => list.some(({ cells }) => (cells as number[])?.length === 3))!;
    const root = plant(actions, (action) => steps(action, before));
    const three = actions.find(({ cells }) => (cells as number[]).length === 3)!;
    const keys = steps(three, before).map(({ key }) => key).toReversed();
    expect(leaf(keys.reduce(walk, root))).toBe(three);
  });

  it("need no order to place the hand as it is", () => {
    const { actions, before } = asked.find(({ before: { hand } }) => new Set(hand).size > 1)!;
    const root = plant(actions, (action) => steps(action, before));
    const column = [...branches(root).keys()].find((key) => key.startsWith("column="))!;
    expect(isEnd(walk(root, column))).toBe(true);
    expect([...branches(root).keys()].some((key) => key.startsWith("order="))).toBe(true);
  });
});

describe("the previews of My Shelfie", () => {
  it("exist for every legal action", () => {
    const sample = asked.filter((_, index) => index % 3 === 0);
    const titles = sample.flatMap(({ actions, before }) => actions.map((action) => preview(action, before)?.title ?? ""));
    expect(titles.filter((title) => !/^(Take|Column)/.test(title))).toEqual([]);
  });

  it("name the best column for tiles", () => {
    for (const { actions, before } of asked.filter(({ before: { step } }) => step === "PICK")) {
      const action = actions[0] as unknown as TakeShelfieTiles;
      const tiles = action.cells.map((cell) => tileAt(before, cell)).join("");
      const best = Math.max(...columnsFor(before.players[0]!.shelf, tiles.length).map((column) => bestTotal(before, column, tiles)));
      expect(preview(actions[0]!, before)?.badge).toBe(best > 0 ? `+${best}` : undefined);
    }
  });

  it("are missing for a spectator", () => {
    const { actions, before } = asked[0]!;
    expect(preview(actions[0]!, { ...before, seat: null })).toBeNull();
  });
});

describe("a free side", () => {
  it("is what the server demands of tiles", () => {
    for (const { before, prompt } of asked.filter(({ prompt: found }) => found?.type === "SelectShelfieTiles")) {
      const free = before.board.flatMap((line, row) =>
        [...line].flatMap((tile, column) => (!" .".includes(tile) && hasFreeSide(before, 10 * row + column) ? [10 * row + column] : [])),
      );
      expect(free).toEqual([...(prompt!.cells as number[])].sort((one, other) => one - other));
    }
  });
});
