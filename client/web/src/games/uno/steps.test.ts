import { describe, expect, it } from "vitest";
import { branches, isEnd, leaf, plant, walk, type Node } from "../../lib/trie";
import type { Action } from "../../lib/wire";
import type { UnoView } from "../../lib/messages";
import { replay } from "../recordings";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { SAY_UNO, steps, withUno } from "./steps";

/** Return the actions that can be reached by choosing steps. */
function reachable(node: Node): Action[] {
  const found = leaf(node);
  const below = [...branches(node).keys()].flatMap((key) => reachable(walk(node, key)));
  return found === null ? below : [found, ...below];
}

describe("the steps of UNO", () => {
  const asked = replay<UnoView>(recorded, mirror).filter(({ actions }) => actions.length > 0);

  it("lead to every legal action", () => {
    expect(asked.length).toBeGreaterThan(100);
    for (const { before, actions } of asked) {
      const found = reachable(plant(actions, (action) => steps(action, before)));
      const wanted = before.hand.length === 1 ? new Set(actions.map((action) => JSON.stringify(steps(action, before)))).size : actions.length;
      expect(found.length).toBe(wanted);
    }
  });

  it("name only cards of the hand, and end after colour or partner", () => {
    for (const { before, actions } of asked) {
      for (const action of actions) {
        const keys = steps(action, before).map(({ key }) => key);
        for (const key of keys) if (key.startsWith("card=")) expect(before.hand).toContain(key.slice("card=".length));
        const node = keys.reduce(walk, plant(actions, (one) => steps(one, before)));
        expect(isEnd(node)).toBe(true);
      }
    }
  });

  it("do not ask for the colour of a last wild", () => {
    const view = { ...asked[0]!.before, hand: ["WILD WILD"], unoWindow: null };
    expect(steps({ type: "PlayUnoCard", card: "WILD WILD", color: "RED" }, view)).toHaveLength(1);
    expect(steps({ type: "PlayUnoCard", card: "WILD WILD", color: "RED" }, { ...view, unoWindow: view.seat })).toHaveLength(2);
  });

  it("say UNO with each card that leaves one, and alone", () => {
    const { before } = asked[0]!;
    const view = { ...before, seat: 0, hand: ["RED 7", "BLUE 7"], players: before.players.map((player) => ({ ...player, saidUno: false })) };
    const listed: Action[] = [{ type: "PlayUnoCard", card: "RED 7" }, { type: "PlayUnoCard", card: "BLUE 7" }, { type: "SayUno" }];
    const root = plant([...listed, ...withUno(listed, view)], (action) => steps(action, view));
    const said = walk(root, SAY_UNO);
    expect(leaf(said)).toEqual({ type: "SayUno" });
    expect([...branches(said).keys()]).toEqual(["card=RED 7", "card=BLUE 7"]);
    expect(leaf(walk(said, "card=BLUE 7"))).toEqual({ type: "PlayUnoCard", card: "BLUE 7", sayUno: true });
    expect(leaf(walk(root, "card=BLUE 7"))).toEqual({ type: "PlayUnoCard", card: "BLUE 7" });
  });

  it("do not say UNO with a card from a longer hand, or twice", () => {
    const { before } = asked[0]!;
    const listed: Action[] = [{ type: "PlayUnoCard", card: "RED 7" }];
    const players = before.players.map((player) => ({ ...player, saidUno: true }));
    expect(withUno(listed, { ...before, seat: 0, hand: ["RED 7", "RED 8", "RED 9"] })).toEqual([]);
    expect(withUno(listed, { ...before, seat: 0, hand: ["RED 7", "RED 8"], players })).toEqual([]);
    expect(withUno(listed, { ...before, seat: null, hand: [] })).toEqual([]);
  });
});
