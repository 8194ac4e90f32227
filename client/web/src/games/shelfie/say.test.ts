import { describe, expect, it } from "vitest";
import type { ShelfieView } from "../../lib/messages";
import { replay, tableOf } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { say } from "./say";
import { tileAmount, tileCount } from "./words";

const moments = replay<ShelfieView>(recorded, mirror);
const SILENT = ["ShelfieTurnStarted", "ShelfieTilesMarked", "ShelfieTilesSorted"];

describe("the sentences of My Shelfie", () => {
  it("cover each kind of change", () => {
    for (const { changes, after } of moments) {
      for (const change of changes) {
        const sentence = say.change!(change, tableOf(4), after);
        if (SILENT.includes(change.kind)) expect(sentence).toBeNull();
        else expect(sentence, change.kind).toMatch(/^[A-Za-z].*\.$/);
      }
    }
    for (const kind of SILENT) expect(say.change!({ kind, seat: 0, cells: [], hand: "" }, tableOf(2), null)).toBeNull();
  });

  it("are missing for unknown changes, so that generic ones take their place", () => {
    expect(say.change!({ kind: "ShelfieCatEscaped", seat: 0 }, tableOf(2), null)).toBeUndefined();
  });

  it("ask, name the main button, and ask again before tiles are taken", () => {
    const asked = moments.filter(({ prompt }) => prompt !== null);
    for (const { prompt, before, actions } of asked) {
      expect(say.ask!(prompt!, before, tableOf(4)).title).not.toBe("");
      for (const action of actions) {
        expect(say.action!(action, before, tableOf(4))).toMatch(/^(Take|Put) /);
        const isTake = action.type === "TakeShelfieTiles";
        expect(say.confirm!(action, before, tableOf(4)) !== null).toBe(isTake);
      }
    }
  });

  it("count tiles", () => {
    expect([tileAmount("PP"), tileAmount("PFP"), tileAmount("T"), tileAmount("CBG")]).toEqual([
      "2 plants", "2 plants and a frame", "a trophy", "a cat, a book and a game",
    ]);
    expect([tileCount("PP"), tileCount("PF")]).toEqual(["2 plants", "2 tiles"]);
  });

  it("give the points by kind at the end, the total last", () => {
    const { after } = moments.at(-1)!;
    const { columns, rows } = say.points!(after)!;
    expect(rows).toHaveLength(after.players.length);
    for (const row of rows) {
      expect(row).toHaveLength(columns.length);
      expect(row.slice(0, -1).reduce((sum, points) => sum + points, 0)).toBe(row.at(-1));
    }
    expect(say.points!(moments[0]!.before)).toBeNull();
    expect(say.scores!(after)).toEqual(after.results.map(({ total }) => total));
  });

  it("name the first player and the tokens", () => {
    const view = structuredClone(moments[0]!.before);
    Object.assign(view, { first: 1 });
    Object.assign(view.players[1]!, { tokens: [8, 4], endToken: true });
    expect(say.seat!(view, 1)).toMatchObject({ note: "first player, tokens 8 + 4, first full shelf" });
    expect(say.subtitle!(view)).toBe(`2 players · ${view.bag} in the bag · the last round`);
  });
});
