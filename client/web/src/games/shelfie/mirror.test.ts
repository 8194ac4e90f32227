import { describe, expect, it } from "vitest";
import type { ShelfieView } from "../../lib/messages";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";

/** Marks and a sorted hand decide nothing, so recorded players never send them. */
const UNRECORDED = ["ShelfieTilesMarked", "ShelfieTilesSorted"];

describe("the mirror of My Shelfie", () => {
  const moments = replay<ShelfieView>(recorded, mirror);

  it("gives the views that the server would send", () => {
    const known = moments.filter(({ view }) => view !== undefined);
    expect(known.length).toBeGreaterThan(40);
    for (const { after, view } of known) expect(after).toEqual(view);
  });

  it("has a rule for each kind of change of the recordings", () => {
    const kinds = moments.flatMap(({ changes }) => changes.map(({ kind }) => kind));
    expect([...new Set([...kinds, ...UNRECORDED])].sort()).toEqual(Object.keys(mirror).sort());
  });

  it("shows marks and the order of the hand", () => {
    const view = structuredClone(moments[0]!.before);
    mirror.ShelfieTilesMarked!(view, { kind: "ShelfieTilesMarked", seat: 0, cells: [13, 14] } as never);
    expect(view.picked).toEqual([13, 14]);
    const held = structuredClone(moments.find(({ before }) => before.hand.length === 2)!.before);
    const [first, second] = held.picked as [number, number];
    const hand = held.hand[1]! + held.hand[0]!;
    mirror.ShelfieTilesSorted!(held, { kind: "ShelfieTilesSorted", seat: held.turn!, cells: [second, first], hand } as never);
    expect([held.hand, held.picked]).toEqual([hand, [second, first]]);
  });
});
