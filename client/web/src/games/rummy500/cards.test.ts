import { describe, expect, it } from "vitest";
import { cardName, listed, pointsOf, sortedByRank, sortedBySuit } from "./cards";

describe("the cards of Rummy 500", () => {
  it("have names and points", () => {
    expect(["TH", "QS", "5D"].map(cardName)).toEqual(["10 of hearts", "queen of spades", "5 of diamonds"]);
    expect(listed(["TH", "AC"])).toBe("10♥ A♣");
    expect(pointsOf(["2H", "9C", "TD", "KS", "AH"])).toBe(41);
  });

  it("are sorted by suit or by rank", () => {
    const hand = ["AD", "KH", "2S", "2H"];
    expect(sortedBySuit(hand)).toEqual(["2H", "KH", "2S", "AD"]);
    expect(sortedByRank(hand)).toEqual(["AD", "2H", "2S", "KH"]);
  });
});
