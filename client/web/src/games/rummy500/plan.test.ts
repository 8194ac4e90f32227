import { describe, expect, it } from "vitest";
import type { RummyView } from "../../lib/messages";
import { actionOf, placed, planFor, readyCards } from "./plan";
import { statusOf } from "./status";

const cards = (text: string) => text.split(" ").filter(Boolean);

function position(hand: string, melds: string[], change: Partial<RummyView> = {}): RummyView {
  return {
    game: "rummy500", seat: 0, dealTwo: 13, dealMore: 7, target: 500, aceRuns: "both", stockOut: "end_now", forgiving: false, round: 1, first: 0,
    hand: cards(hand), players: [7, 4, 4].map((count) => ({ cards: count, score: 0, gone: false })),
    melds: melds.map((text) => ({ cards: cards(text), owners: cards(text).map(() => 1) })), discard: cards("5D 3H"), stock: 12, turn: 0,
    decision: "PLAY", owed: null, rounds: [], winners: [], ...change,
  };
}

const view = position("5H 6H 7H 9C 9H TD JS", ["4C 5C 6C", "7D 8D 9D"]);

describe("the plan", () => {
  it("finds melds, lay-offs and the discard", () => {
    const plan = planFor(view, cards("5H TD 6H 7H JS"));
    expect(plan).toEqual({ melds: [cards("5H 6H 7H")], layOffs: new Map([[2, ["TD"]]]), discard: "JS", loose: [], points: 28 });
    expect(actionOf(plan)).toEqual({
      type: "PlayRummyTurn",
      plays: [{ type: "LayRummyMeld", cards: cards("5H 6H 7H") }, { type: "LayOffRummyCards", meld: 2, cards: ["TD"] }],
      discard: "JS",
    });
    expect(statusOf(view, cards("5H TD 6H 7H JS"), plan)).toBe("5 cards chosen: a new meld, 1 card for meld 2, J♠ to discard.");
  });

  it("is a simple message for one play", () => {
    expect(actionOf(planFor(view, ["TD"]))).toEqual({ type: "LayOffRummyCards", meld: 2, cards: ["TD"] });
    expect(actionOf(planFor(view, ["JS"]))).toEqual({ type: "DiscardRummyCard", card: "JS" });
    expect(actionOf(planFor(view, []))).toBeNull();
  });

  it("leaves several cards that fit nowhere", () => {
    const plan = planFor(view, cards("9C 9H"));
    expect(plan).toMatchObject({ loose: cards("9H 9C"), discard: null });
    expect(actionOf(plan)).toBeNull();
    expect(statusOf(view, cards("9C 9H"), plan)).toContain("9♥ 9♣ fit nowhere yet");
  });

  it("follows the places that the player named", () => {
    expect(planFor(view, ["TD"], new Map([["TD", "pile"]]))).toMatchObject({ discard: "TD", points: 0 });
    const two = position("7C 8S 9S", ["7H 7S 7D", "4C 5C 6C"]);
    expect(planFor(two, ["7C"]).layOffs).toEqual(new Map([[1, ["7C"]]]));
    expect(planFor(two, ["7C"], new Map([["7C", 2]])).layOffs).toEqual(new Map([[2, ["7C"]]]));
  });

  it("adds cards to a meld one after the other", () => {
    expect(planFor(position("JD TD 2C", ["7D 8D 9D"]), cards("JD TD")).layOffs).toEqual(new Map([[1, cards("TD JD")]]));
  });

  it("has no discard while a card is owed", () => {
    const owed = position("5H 6H 7H JS", [], { owed: "7H" });
    expect(planFor(owed, ["JS"])).toMatchObject({ discard: null, loose: ["JS"] });
    expect(planFor(owed, ["JS"], new Map([["JS", "pile"]]))).toMatchObject({ discard: null, loose: ["JS"] });
    expect(planFor(owed, cards("5H 6H 7H JS"))).toMatchObject({ discard: "JS", loose: [] });
    expect(statusOf(owed, ["JS"], planFor(owed, ["JS"]))).toContain("Put down 7♥ first");
  });

  it("puts an owed card down even if something else is worth more", () => {
    const run = position("4S 5S 6S 7S 6H 6D", [], { owed: "6H" });
    expect(planFor(run, run.hand)).toMatchObject({ melds: [cards("6H 6S 6D")], loose: cards("4S 5S 7S") });
    expect(planFor({ ...run, owed: null }, run.hand).melds).toEqual([cards("4S 5S 6S 7S")]);
    const tens = position("TD TH TC JD 2C", ["7D 8D 9D"], { owed: "JD" });
    expect(planFor(tens, tens.hand).layOffs).toEqual(new Map([[1, cards("TD JD")]]));
    expect(planFor({ ...tens, owed: null }, tens.hand).melds).toEqual([cards("TH TC TD")]);
    expect(readyCards(tens)).toEqual(cards("TD JD"));
  });

  it("knows all cards that can be put down", () => {
    expect(readyCards(view)).toEqual(cards("5H 6H 7H TD"));
    expect(placed(planFor(view, readyCards(view)))).toHaveLength(4);
  });
});
