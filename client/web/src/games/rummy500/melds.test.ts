import { describe, expect, it } from "vitest";
import type { LayOffRummyCards, LayRummyMeld, RummyView } from "../../lib/messages";
import { replay } from "../recordings";
import { pointsOf } from "./cards";
import { arrange, fittingMelds, grow, longestMelds, neighbours, partition } from "./melds";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";

const cards = (text: string) => text.split(" ").filter(Boolean);
const moments = replay<RummyView>(recorded, mirror).filter(({ actions }) => actions.length > 0);

describe("melds", () => {
  it("are sets of one rank and runs of one suit", () => {
    expect(arrange(cards("7H 5H 6H"), "both")).toEqual(cards("5H 6H 7H"));
    expect(arrange(cards("9D 9H 9C"), "both")).toEqual(cards("9H 9C 9D"));
    for (const none of ["5H 6H", "5H 6H 8H", "5H 6H 7C", "5H 5H 5C"]) expect(arrange(cards(none), "both")).toBeNull();
  });

  it("have the ace where the table allows it, and never in the middle", () => {
    expect(arrange(cards("AH 2H 3H"), "both")).toEqual(cards("AH 2H 3H"));
    expect(arrange(cards("AH KH QH"), "both")).toEqual(cards("QH KH AH"));
    expect(arrange(cards("AH 2H 3H"), "high")).toBeNull();
    expect(arrange(cards("AH KH QH"), "low")).toBeNull();
    expect(arrange(cards("KH AH 2H"), "both")).toBeNull();
  });

  it("grow at both ends, or at one", () => {
    expect(neighbours(cards("QH KH AH"), "both")).toEqual({ front: ["JH"], back: [] });
    expect(grow(cards("7D 8D 9D"), cards("JD TD 6D 4D"), "both")).toEqual({ grown: cards("6D 7D 8D 9D TD JD"), added: cards("6D TD JD") });
    expect(grow(cards("7D 8D 9D"), cards("JD TD 6D"), "both", "back").added).toEqual(cards("TD JD"));
    expect(grow(cards("7H 7C 7D"), cards("7S 8D"), "both").grown).toEqual(cards("7H 7C 7S 7D"));
  });

  it("are found in a hand as the server lists them", () => {
    for (const { before, actions } of moments) {
      for (const action of actions.filter(({ type }) => type === "LayRummyMeld")) {
        const meld = (action as unknown as LayRummyMeld).cards;
        expect(arrange(meld.toReversed(), before.aceRuns)).toEqual(meld);
        expect(longestMelds(before.hand, before.aceRuns).some((longest) => meld.every((card) => longest.includes(card)))).toBe(true);
      }
    }
  });

  it("take the cards that the server lists for them, and no other", () => {
    let compared = 0;
    for (const { before, actions } of moments.filter(({ before }) => before.decision === "PLAY" && before.owed === null)) {
      const offs = actions.filter(({ type }) => type === "LayOffRummyCards").map((action) => action as unknown as LayOffRummyCards);
      const listed = offs.map(({ meld, cards: [card] }) => `${meld} ${card}`).sort();
      const found = before.hand.flatMap((card) => fittingMelds(card, before.melds, before.aceRuns).map((meld) => `${meld} ${card}`)).sort();
      expect(found).toEqual(listed);
      compared += listed.length;
    }
    expect(compared).toBeGreaterThan(5);
  });
});

describe("a partition", () => {
  it("uses a card where it leaves least", () => {
    expect(partition(cards("7H 7C 7S 7D 5H 6H"), "both")).toEqual({ melds: [cards("5H 6H 7H"), cards("7C 7S 7D")], left: [] });
    expect(partition(cards("5H 6H 9C"), "both")).toEqual({ melds: [], left: cards("5H 6H 9C") });
  });

  it("is found for a whole deck", () => {
    const deck = [..."HCSD"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
    expect(pointsOf(partition(deck, "both").left)).toBe(0);
  });
});
