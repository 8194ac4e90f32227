import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Choice } from "../../lib/choice.svelte";
import type { ShelfieView } from "../../lib/messages";
import type { Action } from "../../lib/wire";
import { replay, tableOf, type Moment } from "../recordings";
import { cellKey, orderKey, preview, steps, tileAt } from "./actions";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";
import { say } from "./say";
import { arrangements, columnsFor } from "./shelf";
import { Turn } from "./turn.svelte";

const moments = replay<ShelfieView>(recorded, mirror);
let moment: Moment<ShelfieView>;
let choice: Choice;
let turn: Turn;
let sent: Action[];

function begin(found: Moment<ShelfieView>): void {
  moment = found;
  sent = [];
  const { before: view, actions } = found;
  choice = new Choice({
    actions: () => actions,
    steps: (action) => steps(action, view),
    preview: (action) => preview(action, view),
    label: (action) => say.action!(action, view, tableOf(4)),
    confirm: (action) => say.confirm!(action, view, tableOf(4)),
    send: (action) => (sent.push(action), Promise.resolve(true)),
    signal: (action) => void sent.push(action),
  });
  turn = new Turn(() => ({ view, choice }));
}

/** Choose the tiles of the largest set with different tiles, the last cell first. */
function chooseTiles(): number[] {
  const { before } = moment;
  const sets = moment.actions.map(({ cells }) => cells as number[]);
  const mixed = sets.filter((cells) => new Set(cells.map((cell) => tileAt(before, cell))).size === cells.length);
  const cells = mixed.reduce((one, other) => (other.length > one.length ? other : one)).toReversed();
  for (const cell of cells) pressTile(cell);
  return cells;
}

function pressTile(cell: number): void {
  (turn.tile(cell).onclick as () => void)();
}

function press(column: number, name: string, event: object = {}): void {
  (turn.target(column)[name] as (event: object) => void)(event);
}

beforeEach(() => begin(moments.find(({ actions }) => actions.some(({ cells }) => (cells as number[])?.length === 2))!));

describe("tiles and a column as one decision", () => {
  it("are chosen and put back without sending anything", () => {
    const cells = chooseTiles();
    expect(choice.path).toHaveLength(cells.length);
    pressTile(cells.at(-1)!);
    expect(choice.path).toEqual(cells.slice(0, -1).map(cellKey));
    expect([sent, choice.confirming]).toEqual([[], null]);
  });

  it("are proposed when the pointer is at a column", () => {
    const cells = chooseTiles();
    expect(turn.proposal).toBeNull();
    press(2, "onpointerenter", { pointerType: "mouse" });
    expect(turn.shown).toBe(2);
    const [take, place] = turn.proposal!.actions;
    expect(moment.actions).toContain(take);
    const hand = (take!.cells as number[]).map((cell) => tileAt(moment.before, cell)).join("");
    const order = place!.order as number[];
    const placed = order.length > 0 ? order.map((index) => hand[index]).join("") : hand;
    expect(placed).toBe(cells.map((cell) => tileAt(moment.before, cell)).join(""));
    expect(place).toMatchObject({ type: "PlaceShelfieTiles", column: 2 });
    press(2, "onpointerleave");
    expect(turn.proposal).toBeNull();
  });

  it("wait for a tap, and are sent by the second press after the question", async () => {
    chooseTiles();
    press(3, "onpointerenter", { pointerType: "touch" });
    expect(turn.shown).toBeNull();
    press(3, "onclick");
    expect([turn.shown, turn.target(3)["data-state"]]).toEqual([3, "chosen"]);
    choice.propose(turn.proposal);
    press(3, "onclick");
    expect([choice.confirming, sent]).toEqual([expect.stringContaining("Really take"), []]);
    press(3, "onclick");
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ type }) => type)).toEqual(["TakeShelfieTiles", "PlaceShelfieTiles"]);
  });

  it("keep a column that is to be confirmed when the pointer leaves it", () => {
    chooseTiles();
    press(1, "onpointerenter", { pointerType: "mouse" });
    choice.propose(turn.proposal);
    choice.submit();
    press(1, "onpointerleave");
    expect(turn.shown).toBe(1);
  });

  it("light exactly the columns with room", () => {
    const cells = chooseTiles();
    const { shelf } = moment.before.players[0]!;
    const lit = [0, 1, 2, 3, 4].filter((column) => turn.target(column)["data-state"] !== undefined);
    expect(lit).toEqual(columnsFor(shelf, cells.length));
  });

  it("go through every order of the tiles", () => {
    chooseTiles();
    const count = arrangements(turn.tiles).length;
    const seen = new Set<string>();
    for (let index = 0; index < count; index += 1) {
      seen.add(turn.tiles);
      turn.arrange();
    }
    expect(seen.size).toBe(count);
    expect(turn.tiles).toBe([...seen][0]);
  });

  it("are forgotten with the tiles", () => {
    chooseTiles();
    press(2, "onclick");
    choice.reset();
    turn.tidy();
    chooseTiles();
    expect(turn.shown).toBeNull();
  });
});

describe("a hand that is already taken", () => {
  it("is placed by a column, after any order", () => {
    begin(moments.find(({ before, actions }) => actions.length > 0 && new Set(before.hand).size > 1)!);
    expect([turn.holds, turn.tiles]).toEqual([true, moment.before.hand]);
    turn.arrange();
    const order = arrangements(moment.before.hand)[1]!;
    expect(choice.path).toEqual([orderKey(order)]);
    expect(turn.tiles).toBe(order.map((index) => moment.before.hand[index]).join(""));
    expect(turn.origins).toEqual(order.map((index) => moment.before.picked[index]));
    for (let index = 2; index <= arrangements(moment.before.hand).length; index += 1) turn.arrange();
    expect([choice.path, turn.tiles]).toEqual([[], moment.before.hand]);
  });

  it("is shown in the column under the pointer", () => {
    begin(moments.find(({ before, actions }) => actions.length > 0 && before.hand.length > 0)!);
    const { column } = moment.actions[0] as unknown as { column: number };
    choice.pointed = `column=${column}`;
    expect(turn.shown).toBe(column);
    expect(turn.proposal).toBeNull();
  });
});

describe("marks", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("show complete sets, at most twice a second", () => {
    const cells = chooseTiles();
    for (let count = 0; count < 5; count += 1) turn.mark();
    vi.advanceTimersByTime(10);
    const sorted = [...cells].sort((one, other) => one - other);
    expect(sent.map(({ type, cells: marked }) => [type, [...(marked as number[])].sort((one, other) => one - other)])).toEqual([["MarkShelfieTiles", sorted]]);
    choice.unpick(cellKey(cells[0]!));
    turn.mark();
    vi.advanceTimersByTime(400);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(sent).toHaveLength(2);
  });

  it("are not removed if there are none", () => {
    turn.mark();
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([]);
  });
});
