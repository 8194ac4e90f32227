import { beforeEach, describe, expect, it, vi } from "vitest";
import { Choice } from "./choice.svelte";
import { dragging } from "./drag";
import type { Action } from "./wire";

const actions: Action[] = [
  { type: "Play", card: "RED 7" },
  { type: "Play", card: "WILD", color: "RED" },
  { type: "Play", card: "WILD", color: "BLUE" },
];
const steps = ({ card, color }: Action) => [{ key: `card=${card}` }, ...(color ? [{ key: `color=${color}` }] : [])];

let choice: Choice;
let sent: Action[];
let page: EventTarget;
/** What the browser finds under the pointer. */
let under: () => object | null;

/** An element that is all that a drag sees of the page: the board, and the piece on it. */
function element(dataset: Record<string, string>) {
  const self = Object.assign(new EventTarget(), {
    dataset,
    style: { translate: "" },
    closest: (selector: string): object | null => (selector.slice(6, -1) in dataset ? self : null),
  });
  return self;
}

const pointer = (type: string, clientX: number) =>
  Object.assign(new Event(type), { button: 0, pointerId: 1, pointerType: "mouse", clientX, clientY: 0 });

/** Drag a piece by 100 pixels. */
function drag(key: string) {
  const piece = element({ step: key });
  const detach = dragging(() => choice)(piece as unknown as HTMLElement);
  piece.dispatchEvent(pointer("pointerdown", 0));
  page.dispatchEvent(pointer("pointermove", 100));
  const offset = piece.style.translate;
  const found = under;
  const atDrop: object[] = [];
  under = () => (atDrop.push({ offset: piece.style.translate, dragged: "dragged" in piece.dataset }), found());
  page.dispatchEvent(pointer("pointerup", 100));
  detach();
  return { piece, offset, atDrop };
}

beforeEach(() => {
  sent = [];
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("document", { elementFromPoint: () => under() });
  choice = new Choice({
    actions: () => actions,
    steps,
    preview: () => null,
    label: () => "",
    confirm: () => null,
    send: (action) => (sent.push(action), Promise.resolve(true)),
    signal: () => undefined,
  });
});

describe("a drop", () => {
  it("on a place for pieces sends a complete action", () => {
    under = () => element({ drop: "" });
    drag("card=RED 7");
    expect(sent).toEqual([actions[0]]);
  });

  it("on a place for pieces keeps the choice while further steps are needed", () => {
    under = () => element({ drop: "" });
    drag("card=WILD");
    expect(sent).toEqual([]);
    expect(choice.path).toEqual(["card=WILD"]);
    expect(choice.isLegal("color=BLUE")).toBe(true);
  });

  it("on a target takes its step", () => {
    under = () => element({ step: "color=BLUE" });
    drag("card=WILD");
    expect(sent).toEqual([actions[2]]);
  });

  it("elsewhere puts the piece back", () => {
    under = () => null;
    const { piece } = drag("card=RED 7");
    expect(choice.path).toEqual([]);
    expect(piece.style.translate).toBe("");
  });
});

it("looks for the target before the piece returns, which may take a transition", () => {
  under = () => null;
  const { offset, atDrop } = drag("card=RED 7");
  expect(offset).toBe("100px 0px");
  expect(atDrop).toEqual([{ offset, dragged: true }]);
});
