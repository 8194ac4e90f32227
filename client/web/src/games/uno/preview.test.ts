import { describe, expect, it } from "vitest";
import type { UnoView } from "../../lib/messages";
import { replay, tableOf } from "../recordings";
import { mirror } from "./mirror";
import { preview } from "./preview";
import recorded from "./recorded.json?raw";

const moments = replay<UnoView>(recorded, mirror);

function position(change: Partial<UnoView> = {}): UnoView {
  const players = [7, 5, 1, 4].map((cards) => ({ cards, score: 0, saidUno: false, gone: false }));
  return {
    game: "uno", seat: 0, mode: "normal", wd4Policy: "strict", handSize: 7, targetScore: 500, unoPenalty: 2, round: 1, dealer: 3,
    hand: ["RED 7", "BLUE 3", "BLUE SKIP", "BLUE REVERSE", "BLUE DRAW_2", "WILD WILD", "WILD DRAW_4"], players, top: "BLUE 7",
    color: "BLUE", clockwise: true, turn: 0, decision: "PLAY", drawPile: 61, discardPile: 20, card: null, pending: 0, unoWindow: null,
    winners: [], ...change,
  };
}

const play = (view: UnoView, card: string, more = {}) => preview({ type: "PlayUnoCard", card, ...more }, view, tableOf(4));

describe("the preview of UNO", () => {
  it("says who loses the turn and who plays next", () => {
    expect(play(position(), "BLUE SKIP")).toMatchObject({ title: "Blue skip", sentence: "bob loses the turn; cat plays next with 1 card." });
    expect(play(position(), "BLUE REVERSE")?.sentence).toBe("dan plays next with 4 cards.");
    expect(play(position(), "BLUE DRAW_2")?.sentence).toBe("bob draws 2 and loses the turn; cat plays next with 1 card.");
  });

  it("names the colour of a wild, or asks for it", () => {
    expect(play(position(), "WILD WILD", { color: "RED" })?.title).toBe("Red wild");
    expect(play(position(), "WILD WILD")?.sentence).toBe("Then choose a colour.");
  });

  it("says that the last card wins", () => {
    const players = [1, 5, 1, 4].map((cards) => ({ cards, score: 0, saidUno: false, gone: false }));
    expect(play(position({ players, hand: ["BLUE DRAW_2"] }), "BLUE DRAW_2")).toMatchObject({ badge: "wins", sentence: "You win the round; bob draws 2." });
  });

  it("counts the cards of a swap and of pending draws", () => {
    expect(play(position({ mode: "seven_o" }), "RED 7", { swap: 2 })).toMatchObject({ badge: "1 card", sentence: "You get the 1 card of cat; bob plays next with 5 cards." });
    expect(play(position({ mode: "progressive", pending: 2 }), "BLUE DRAW_2")).toMatchObject({ badge: "+4" });
    expect(preview({ type: "DrawUnoCard" }, position({ mode: "progressive", pending: 4 }), tableOf(4))?.title).toBe("Draw 4 cards");
  });

  it("adds the penalty for a missed UNO", () => {
    expect(play(position({ unoWindow: 2 }), "BLUE 3")?.sentence).toBe("bob plays next with 5 cards. cat draws 2 for a missed UNO.");
    expect(preview({ type: "SayUno" }, position({ unoWindow: 0 }), tableOf(4))?.sentence).toBe("Your last card is then safe.");
  });

  it("counts the penalty for the player who is next", () => {
    expect(play(position({ unoWindow: 2 }), "BLUE SKIP")?.sentence).toBe("bob loses the turn; cat plays next with 3 cards. cat draws 2 for a missed UNO.");
  });

  it("explains a challenge", () => {
    const view = position({ decision: "CHALLENGE", pending: 4, wd4Policy: "challenge" });
    expect(preview({ type: "AnswerUnoChallenge", challenge: true }, view, tableOf(4))?.sentence).toContain("you draw 6");
    expect(preview({ type: "AnswerUnoChallenge", challenge: false }, view, tableOf(4))?.title).toBe("Draw 4 cards");
  });

  it("has a title and a sentence for every legal action of the recordings", () => {
    for (const { before, actions } of moments) {
      for (const action of actions) {
        const shown = preview(action, before, tableOf(before.players.length));
        expect(shown?.title).toMatch(/^[A-Z]/);
        expect(shown?.sentence).toMatch(/\.$/);
        expect(`${shown?.title} ${shown?.sentence}`).not.toMatch(/undefined|null|NaN/);
        expect((shown?.badge ?? "").length).toBeLessThanOrEqual(8);
      }
    }
  });
});
