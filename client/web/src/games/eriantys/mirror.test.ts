import { describe, expect, it } from "vitest";
import type { EriantysView } from "../../lib/messages";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";

const moments = replay<EriantysView>(recorded, mirror);

describe("the mirror of Eriantys", () => {
  it("gives the views that the server would send", () => {
    const known = moments.filter(({ view }) => view !== undefined);
    expect(known.length).toBeGreaterThan(40);
    for (const { after, view } of known) expect(after).toEqual(view);
  });

  it("has a rule for each kind of change of the recordings, and for a player who left", () => {
    const kinds = new Set(moments.flatMap(({ changes }) => changes.map(({ kind }) => kind)));
    expect([...kinds, "SeatGone"].sort()).toEqual(Object.keys(mirror).sort());
    const view = structuredClone(moments[0]!.before);
    mirror.SeatGone!(view, { kind: "SeatGone", seat: 1 } as never);
    expect(view.schools.map(({ gone }) => gone)).toEqual([false, true]);
  });
});
