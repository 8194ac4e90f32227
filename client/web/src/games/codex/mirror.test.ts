import { describe, expect, it } from "vitest";
import type { CodexView } from "../../lib/messages";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";

describe("the mirror of Codex Naturalis", () => {
  const moments = replay<CodexView>(recorded, mirror);

  it("gives the views that the server would send", () => {
    const known = moments.filter(({ view }) => view !== undefined);
    expect(known.length).toBeGreaterThan(25);
    for (const { after, view } of known) expect(after).toEqual(view);
  });

  it("has a rule for each kind of change of the recordings, and no other", () => {
    const kinds = new Set(moments.flatMap(({ changes }) => changes.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(Object.keys(mirror).sort());
  });
});
