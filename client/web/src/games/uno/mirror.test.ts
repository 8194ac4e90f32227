import { describe, expect, it } from "vitest";
import type { UnoView } from "../../lib/messages";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";

describe("the mirror of UNO", () => {
  const moments = replay<UnoView>(recorded, mirror);

  it("gives the views that the server would send", () => {
    const known = moments.filter(({ view }) => view !== undefined);
    expect(known.length).toBeGreaterThan(60);
    for (const { after, view } of known) expect(after).toEqual(view);
  });

  it("has a rule for each kind of change of the recordings, and no other", () => {
    const kinds = new Set(moments.flatMap(({ changes }) => changes.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(Object.keys(mirror).sort());
  });
});
