import { beforeEach, describe, expect, it, vi } from "vitest";
import { Choice } from "./choice.svelte";
import type { Action } from "./wire";

const actions: Action[] = [
  { type: "Play", card: "RED 7" },
  { type: "Play", card: "WILD", color: "RED" },
  { type: "Play", card: "WILD", color: "BLUE" },
  { type: "Draw" },
];

const steps = ({ type, card, color }: Action) =>
  type === "Draw" ? [{ key: "draw" }] : [{ key: `card=${card}` }, ...(color ? [{ key: `color=${color}` }] : [])];

let choice: Choice;
let sent: Action[];
let accepted: boolean;
let question: string | null;

beforeEach(() => {
  [sent, accepted, question] = [[], true, null];
  choice = new Choice({
    actions: () => actions,
    steps,
    preview: ({ card }) => ({ title: `preview of ${String(card)}` }),
    label: ({ type, card }) => `${type} ${String(card)}`,
    confirm: () => question,
    send: (action) => (sent.push(action), Promise.resolve(accepted)),
    signal: (action) => void sent.push(action),
  });
});

describe("picking", () => {
  it("sends an action with its last step", () => {
    choice.pick("card=RED 7");
    expect(sent).toEqual([actions[0]]);
  });

  it("asks for the next step first", () => {
    choice.pick("card=WILD");
    expect(sent).toEqual([]);
    expect(choice.steps.map(({ key }) => key)).toEqual(["color=RED", "color=BLUE"]);
    expect(choice.state("card=WILD")).toBe("chosen");
    expect(choice.state("color=BLUE")).toBe("legal");
    expect(choice.state("draw")).toBe("other");
    expect(choice.state("card=GREEN 1")).toBeUndefined();
  });

  it("ignores a step that is not legal", () => {
    choice.pick("color=RED");
    expect(choice.path).toEqual([]);
  });

  it("replaces an earlier choice", () => {
    choice.pick("card=WILD");
    choice.pick("draw");
    expect(sent).toEqual([{ type: "Draw" }]);
  });

  it("takes a chosen step back", () => {
    choice.pick("card=WILD");
    choice.pick("card=WILD");
    expect(choice.path).toEqual([]);
    expect(choice.back()).toBe(false);
  });

  it("goes one step up with back", () => {
    choice.pick("card=WILD");
    expect(choice.back()).toBe(true);
    expect(choice.path).toEqual([]);
  });
});

describe("a hint", () => {
  it("chooses the steps of a listed action and sends nothing", () => {
    choice.pick("card=WILD");
    choice.suggest({ ...actions[2]! });
    expect(choice.path).toEqual(["card=WILD", "color=BLUE"]);
    expect(choice.ready).toEqual(actions[2]);
    expect(choice.preview?.title).toBe("preview of WILD");
    expect(sent).toEqual([]);
    choice.submit();
    expect(sent).toEqual([actions[2]]);
  });

  it("proposes an action that is not listed", () => {
    const action = { type: "Play", card: "RED 7 and RED 8" };
    choice.suggest(action);
    expect(choice.path).toEqual([]);
    expect(choice.proposal).toEqual({ label: "Play RED 7 and RED 8", actions: [action], preview: { title: "preview of RED 7 and RED 8" } });
    expect(choice.back()).toBe(true);
    expect(choice.label).toBeNull();
  });
});

describe("touch", () => {
  it("sends with the second tap", () => {
    choice.pick("card=RED 7", true);
    expect(sent).toEqual([]);
    expect(choice.label).toBe("Play RED 7");
    expect(choice.preview?.title).toBe("preview of RED 7");
    choice.pick("card=RED 7", true);
    expect(sent).toEqual([actions[0]]);
  });

  it("sends with the main button", () => {
    choice.pick("card=RED 7", true);
    choice.submit();
    expect(sent).toEqual([actions[0]]);
  });
});

describe("sending", () => {
  it("waits for the answer and forgets the choice", async () => {
    choice.pick("card=WILD");
    choice.pick("color=RED");
    expect(choice.busy).toBe(true);
    expect(choice.isLegal("draw")).toBe(false);
    await vi.waitFor(() => expect(choice.busy).toBe(false));
    expect(choice.path).toEqual([]);
  });

  it("sends proposed actions in order and stops at a refusal", async () => {
    choice.propose({ label: "Take and place", actions: [{ type: "Take" }, { type: "Place" }] });
    expect(choice.label).toBe("Take and place");
    accepted = false;
    choice.submit();
    await vi.waitFor(() => expect(choice.busy).toBe(false));
    expect(sent).toEqual([{ type: "Take" }]);
  });

  it("asks before a costly action", async () => {
    question = "Really draw?";
    choice.pick("draw");
    expect(sent).toEqual([]);
    expect(choice.label).toBe("Really draw?");
    choice.submit();
    await vi.waitFor(() => expect(sent).toEqual([{ type: "Draw" }]));
  });

  it("forgets the question when the choice is taken back", () => {
    question = "Really draw?";
    choice.pick("draw");
    choice.back();
    expect(choice.label).toBeNull();
  });

  it("finishes the only action of a double click", () => {
    choice.pick("card=WILD");
    choice.finish();
    expect(sent).toEqual([]);
  });
});

it("previews the step under the pointer", () => {
  choice.pointed = "card=RED 7";
  expect(choice.preview?.title).toBe("preview of RED 7");
  choice.pointed = "card=WILD";
  expect(choice.preview).toBeNull();
});

describe("pointing", () => {
  const enter = (pointerType: string) => choice.target("card=RED 7").onpointerenter({ pointerType } as unknown as PointerEvent);
  const focus = (isVisible: boolean) =>
    choice.target("card=RED 7").onfocus({
      currentTarget: { matches: (selector: string) => selector === ":focus-visible" && isVisible },
    } as unknown as FocusEvent);

  it("previews the step under the mouse", () => {
    enter("mouse");
    expect(choice.preview?.title).toBe("preview of RED 7");
    choice.target("card=RED 7").onpointerleave();
    expect(choice.preview).toBeNull();
  });

  it("does not preview under a finger, whose tap chooses", () => {
    enter("touch");
    expect(choice.pointed).toBeNull();
  });

  it("previews the step that the keyboard focuses", () => {
    focus(true);
    expect(choice.preview?.title).toBe("preview of RED 7");
    choice.target("card=RED 7").onblur();
    expect(choice.preview).toBeNull();
  });

  it("does not preview a step that a press of the pointer focuses", () => {
    focus(false);
    expect(choice.pointed).toBeNull();
  });
});

it("gives a target its handlers and its state", () => {
  const target = choice.target("card=RED 7");
  expect(target).toMatchObject({ "data-step": "card=RED 7", "data-state": "legal" });
  target.onclick({ pointerType: "mouse" } as unknown as MouseEvent);
  expect(sent).toEqual([actions[0]]);
});
