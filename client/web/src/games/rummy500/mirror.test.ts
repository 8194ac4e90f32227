import { describe, expect, it } from "vitest";
import type { RummyView } from "../../lib/messages";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";

/** Cards are lost only at forgiving tables, by a message that no player of the recordings sends. */
const NOT_RECORDED = ["RummyCardsLost"];

describe("the mirror of Rummy 500", () => {
  const moments = replay<RummyView>(recorded, mirror);

  it("gives the views that the server would send", () => {
    const known = moments.filter(({ view }) => view !== undefined);
    expect(known.length).toBeGreaterThan(40);
    for (const { after, view } of known) expect(after).toEqual(view);
  });

  it("has a rule for each kind of change of the recordings", () => {
    const kinds = new Set(moments.flatMap(({ changes }) => changes.map(({ kind }) => kind)));
    expect([...kinds, ...NOT_RECORDED].sort()).toEqual(Object.keys(mirror).sort());
  });

  it("moves lost cards under the pile", () => {
    const view = structuredClone(moments.find(({ before }) => before.hand.length > 3)!.before);
    const [one, two, ...rest] = view.hand;
    const pile = [...view.discard];
    mirror.RummyCardsLost!(view, { kind: "RummyCardsLost", seat: view.seat, cards: [one, two], fine: 10 } as never);
    expect(view.hand).toEqual(rest);
    expect(view.discard).toEqual([...pile, two, one]);
    expect(view.owed).toBeNull();
  });
});
