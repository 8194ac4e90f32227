import { describe, expect, it } from "vitest";
import type { RummyView } from "../../lib/messages";
import { replay } from "../recordings";
import { groupsOf } from "./groups";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";

const moments = replay<RummyView>(recorded, mirror);
const cards = (text: string) => text.split(" ");

describe("the groups of a hand", () => {
  it("have every card exactly once in each order", () => {
    for (const { after } of moments) {
      for (const order of ["use", "suit", "rank"] as const) {
        const grouped = groupsOf(after, order).flatMap((group) => group.cards);
        expect(grouped.toSorted()).toEqual(after.hand.toSorted());
      }
    }
  });

  it("say what the cards are good for", () => {
    const melds = [{ cards: cards("7D 8D 9D"), owners: [1, 1, 1] }];
    const view = { ...moments[0]!.before, aceRuns: "both" as const, melds, hand: cards("5H 6H 7H TD 9C 9H AC 8S 2D") };
    expect(groupsOf(view, "use")).toEqual([
      { title: "Ready to lay", note: "+18", cards: cards("5H 6H 7H") },
      { title: "Fits meld 1", note: "+10", cards: ["TD"] },
      { title: "Pairs", note: "needs a 9", cards: cards("9H 9C") },
      { title: "Loose", cards: cards("AC 2D 8S") },
    ]);
  });

  it("name the card that completes two neighbours", () => {
    const view = { ...moments[0]!.before, aceRuns: "both" as const, melds: [], hand: cards("QS KS 2H") };
    expect(groupsOf(view, "use")[0]).toEqual({ title: "Pairs", note: "needs A♠", cards: cards("QS KS") });
    expect(groupsOf({ ...view, aceRuns: "low" }, "use")[0]!.note).toBe("needs J♠");
  });
});
