import { describe, expect, it } from "vitest";
import { cardName, inHand, sorted } from "./cards";

describe("the cards of UNO", () => {
  it("have names without the named colour of a wild", () => {
    expect(["BLUE SKIP", "RED DRAW_2", "GREEN WILD", "WILD DRAW_4"].map(cardName)).toEqual(["blue skip", "red draw 2", "wild", "wild draw 4"]);
    expect(["BLUE 7", "GREEN DRAW_4"].map(inHand)).toEqual(["BLUE 7", "WILD DRAW_4"]);
  });

  it("are sorted by colour or by value", () => {
    const hand = ["WILD WILD", "BLUE 3", "RED 7", "BLUE 7"];
    expect(sorted(hand)).toEqual(["RED 7", "BLUE 3", "BLUE 7", "WILD WILD"]);
    expect(sorted(hand, "value")).toEqual(["BLUE 3", "RED 7", "BLUE 7", "WILD WILD"]);
  });
});
