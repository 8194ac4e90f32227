import { describe, expect, it } from "vitest";
import type { GameDescription } from "./catalogue";
import { wishFor } from "./wishes";

const uno = {
  game: "uno", players: [2, 10], usualPlayers: 4,
  options: [{ name: "target", values: [200, 500], default: 500, text: "" }, { name: "jump", values: [false, true], default: false, text: "" }],
} as unknown as GameDescription;
const wish = (search: string) => wishFor(uno, new URLSearchParams(search));

describe("the table that an address asks for", () => {
  it("has the values of the address", () => {
    expect(wish("game=uno&players=3&bots=2&expert=1&option.target=200&option.jump=true")).toEqual({
      seats: 3, bots: 2, mode: true, options: { target: 200, jump: true },
    });
  });

  it("is the usual one of another game, without wishes and without a game", () => {
    const usual = { seats: 4, bots: 0, mode: false, options: { target: 500, jump: false } };
    expect(wish("game=codex&players=3&bots=2&expert=1")).toEqual(usual);
    expect(wishFor(uno, null)).toEqual(usual);
    expect(wishFor(undefined, null)).toEqual({ seats: 2, bots: 0, mode: false, options: {} });
  });

  it.each(["players=11&bots=4", "players=x", "players=-1&option.target=7", "bots=4", "players=1e1"])("ignores %s", (search) => {
    expect(wish(`game=uno&${search}`)).toEqual({ seats: 4, bots: 0, mode: false, options: { target: 500, jump: false } });
  });
});
