import { describe, expect, it } from "vitest";
import type { EriantysView } from "../../lib/messages";
import { replay } from "../recordings";
import { lastPlaces, seatTable } from "./marks";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";

const moments = replay<EriantysView>(recorded, mirror);

describe("the marks of the last move", () => {
  it("are on places that exist after it", () => {
    for (const { changes, after } of moments) {
      for (const key of lastPlaces(changes, after)) {
        if (key.startsWith("island=")) expect(after.islands.map(({ tiles }) => `island=${tiles[0]}`)).toContain(key);
      }
    }
  });

  it("are at the table of a student and of a professor", () => {
    const moved = { kind: "StudentMoved", seat: 1, color: "RED", source: "ENTRANCE", target: "SCHOOL", islandPosition: null, character: null };
    expect([...lastPlaces([moved, { kind: "TurnEnded", seat: 1 }], moments[0]!.before)]).toEqual([seatTable(1, "RED")]);
  });
});
