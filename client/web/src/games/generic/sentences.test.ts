import { describe, expect, it } from "vitest";
import type { Table } from "../pack";
import { actionText, genericAsk, genericChange, genericScores, genericSeat, genericSteps } from "./sentences";

const names = ["ada", "bob"];
const table: Table = {
  names,
  seat: 0,
  bots: [false, false],
  presence: {},
  who: (seat) => (seat === 0 ? "You" : names[seat!]!),
  whom: (seat) => (seat === 0 ? "you" : names[seat!]!),
};

describe("steps", () => {
  it("begin with the type", () => {
    const actions = [{ type: "PlayUnoCard", card: "RED 7", color: null }, { type: "DrawUnoCard" }];
    expect(actions.map(genericSteps(actions, table))).toEqual([
      [{ key: "type=PlayUnoCard", label: "Play uno card" }],
      [{ key: "type=DrawUnoCard", label: "Draw uno card" }],
    ]);
  });

  it("have the fields that differ", () => {
    const actions = [
      { type: "Move", color: "RED", to: "SCHOOL" },
      { type: "Move", color: "BLUE", to: "SCHOOL" },
    ];
    expect(actions.map(genericSteps(actions, table))).toEqual([
      [{ key: "color=RED", label: "color: red" }],
      [{ key: "color=BLUE", label: "color: blue" }],
    ]);
  });

  it("tell every action from every other", () => {
    const actions = [1, 2].flatMap((x) => [[1], [1, 2]].map((cells) => ({ type: "Take", x, cells })));
    const keys = actions.map((action) => genericSteps(actions, table)(action).map(({ key }) => key).join());
    expect(new Set(keys).size).toBe(actions.length);
  });
});

it("names an action with its fields", () => {
  expect(actionText({ type: "SwapUnoHands", seat: 1 }, table)).toBe("Swap uno hands: bob");
  expect(actionText({ type: "EndTurn" }, table)).toBe("End turn");
});

it("tells a change with names", () => {
  expect(genericChange({ kind: "UnoCardPlayed", seat: 1, card: "RED 7", jumped: false }, table)).toBe("bob: uno card played, card red 7.");
  expect(genericChange({ kind: "CodexAdditionalTurn" }, table)).toBe("Codex additional turn.");
});

it("asks with the fields of the prompt", () => {
  const question = genericAsk({ type: "SelectUnoSwap", card: "RED 7", seats: [1], seq: 4 }, table);
  expect(question).toEqual({ title: "Select uno swap", detail: "card: red 7; seats: bob" });
});

it("finds scores in the records of the players", () => {
  const view = { game: "x", seat: 0, players: [{ score: 3, cards: 2 }, { score: 5, cards: 1 }] };
  expect(genericScores(view)).toEqual([3, 5]);
  expect(genericSeat(view, 1)).toEqual({ note: "1 cards", score: 5 });
  expect(genericScores({ game: "x", seat: 0 })).toBeNull();
});
