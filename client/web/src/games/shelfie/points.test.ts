import { describe, expect, it } from "vitest";
import type { PlaceShelfieTiles, ShelfieTokenTaken, ShelfieView } from "../../lib/messages";
import { replay } from "../recordings";
import { orderedTiles } from "./actions";
import { mirror } from "./mirror";
import { gainOf, groupPoints, pointsOf, secretPoints } from "./points";
import recorded from "./recorded.json?raw";

const moments = replay<ShelfieView>(recorded, mirror);
const placements = moments.filter(({ action }) => action?.type === "PlaceShelfieTiles");

describe("the gain of a column", () => {
  it("is what then happens: shelf, tokens, first full shelf, and all points together", () => {
    expect(placements.length).toBeGreaterThan(50);
    let tokens = 0;
    for (const { before, after, action, changes } of placements) {
      const { column, order } = action as unknown as PlaceShelfieTiles;
      const gain = gainOf(before, column, orderedTiles(before.hand, order));
      const taken = changes.filter(({ kind }) => kind === "ShelfieTokenTaken") as unknown as ShelfieTokenTaken[];
      tokens += taken.length;
      expect(gain.shelf).toEqual(after.players[0]!.shelf);
      expect(gain.common).toEqual(taken.map(({ points }) => points));
      expect(gain.end > 0).toBe(changes.some(({ kind }) => kind === "ShelfieEndTokenTaken"));
      expect(pointsOf(before, 0).total + gain.total).toBe(pointsOf({ ...after, results: [] }, 0).total);
    }
    expect(tokens).toBeGreaterThan(1);
  });
});

describe("the points", () => {
  it("equal the results of finished matches", () => {
    const ends = moments.filter(({ after, before }) => after.results.length > 0 && before.results.length === 0);
    expect(ends).toHaveLength(3);
    for (const { after } of ends) {
      after.results.forEach(({ goal, adjacency, personal, total }, seat) => {
        const { shelf, gone } = after.players[seat]!;
        expect(pointsOf(after, seat).total).toBe(total);
        if (gone) return;
        expect(groupPoints(shelf)).toBe(adjacency);
        expect(secretPoints(shelf, goal)).toBe(personal);
      });
    }
  });

  it("do not contain the secret goals of others", () => {
    const { before } = moments.at(-1)!;
    expect(pointsOf(before, 1).secret).toBeNull();
    expect(pointsOf(before, 0).secret).toBe(secretPoints(before.players[0]!.shelf, before.personal));
  });
});
