import { describe, expect, it } from "vitest";
import { Choice } from "../../lib/choice.svelte";
import type { Action } from "../../lib/wire";
import { chosenPart, pieceTarget } from "./targets";

/** A choice of students of which two are red. */
function choiceOf(...actions: string[][]): Choice {
  return new Choice({
    actions: () => actions.map((keys): Action => ({ type: "Move", keys })),
    steps: (action) => (action.keys as string[]).map((key) => ({ key, group: "swap" })),
    preview: () => null,
    label: () => "",
    confirm: () => null,
    send: () => Promise.resolve(true),
    signal: () => undefined,
  });
}

const states = (choice: Choice) => [0, 1].map((index) => pieceTarget(choice, "card=RED", index)["data-state"]);

describe("the targets of equal pieces", () => {
  it("show as many chosen ones as were chosen", () => {
    const choice = choiceOf(["card=RED", "card=RED"], ["card=RED", "entrance=BLUE"]);
    expect(states(choice)).toEqual(["legal", "legal"]);
    choice.pick("card=RED");
    expect(states(choice)).toEqual(["chosen", "legal"]);
    choice.pick("entrance=BLUE", true);
    expect(states(choice)).toEqual(["chosen", undefined]);
    expect(chosenPart(choice, "entrance=")).toBe("BLUE");
  });

  it("take a chosen one back", () => {
    const choice = choiceOf(["card=RED", "card=RED"]);
    choice.pick("card=RED");
    pieceTarget(choice, "card=RED", 0).onclick(new Event("click") as MouseEvent);
    expect(choice.path).toEqual([]);
    expect(chosenPart(choice, "entrance=")).toBeNull();
  });
});
