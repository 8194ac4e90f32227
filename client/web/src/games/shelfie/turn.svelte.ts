/**
 * The own turn on the board. The player chooses tiles and then a column; both are proposed as one
 * decision before anything is sent: taking, then placing. A player who already holds tiles, for
 * example after a reload, only chooses the column.
 */

import type { PlaceShelfieTiles, ShelfieView, TakeShelfieTiles } from "../../lib/messages";
import type { Choice, Proposal } from "../../lib/choice.svelte";
import type { Action } from "../../lib/wire";
import { cellKey, columnKey, orderKey, orderedTiles, previewColumn, tileAt } from "./actions";
import { arrangements, roomIn } from "./shelf";
import { tileCount, words } from "./words";

const MARK_MS = 500;

export class Turn {
  /** The column that was clicked or tapped. */
  #column: number | null = $state(null);
  /** The column under the pointer or the keyboard focus. */
  #aimed: number | null = $state(null);
  /** The number of the arrangement of the chosen tiles, in the list of `arrangements`. */
  #arrangement = $state(0);
  #marked = "";
  #markedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #read: () => { view: ShelfieView; choice: Choice };

  constructor(read: () => { view: ShelfieView; choice: Choice }) {
    this.#read = read;
  }

  /** The complete choice of tiles, or null. */
  readonly #take: TakeShelfieTiles | null = $derived.by(() => {
    const { choice } = this.#read();
    const action = choice.active ? choice.ready : null;
    return action?.type === "TakeShelfieTiles" ? (action as unknown as TakeShelfieTiles) : null;
  });

  /** The chosen cells, the tile that falls lowest first. */
  readonly #cells: number[] = $derived.by(() => {
    const { view, choice } = this.#read();
    const chosen = choice.path.filter((key) => key.startsWith("cell=")).map((key) => Number(key.slice(5)));
    const orders = arrangements(chosen.map((cell) => tileAt(view, cell)).join(""));
    return orders[this.#arrangement % orders.length]!.map((index) => chosen[index]!);
  });

  /** True while the own seat holds tiles and has to place them. */
  get holds(): boolean {
    const { view } = this.#read();
    return view.step === "PLACE" && view.turn === view.seat && view.seat !== null;
  }

  /** The tiles that are chosen or in the hand of the seat on turn, the lowest first. */
  get tiles(): string {
    const { view } = this.#read();
    if (view.step === "PLACE") return orderedTiles(view.hand, this.#handOrder());
    return this.#cells.map((cell) => tileAt(view, cell)).join("");
  }

  /** The cells from which the tiles of `tiles` come. */
  get origins(): number[] {
    const { view } = this.#read();
    if (view.step !== "PLACE") return this.#cells;
    const order = this.#handOrder();
    return order.length > 0 ? order.map((index) => view.picked[index]!) : view.picked;
  }

  /** True if another order of the tiles makes a difference. */
  get canArrange(): boolean {
    return (this.holds || this.#take !== null) && new Set(this.tiles).size > 1;
  }

  /** Change to the next order of the tiles. */
  arrange(): void {
    const { view, choice } = this.#read();
    if (!this.canArrange) return;
    if (!this.holds) {
      this.#arrangement += 1;
      return;
    }
    const orders = arrangements(view.hand);
    const current = orders.findIndex((order) => orderKey(order) === orderKey(this.#handOrder()));
    const next = (Math.max(current, 0) + 1) % orders.length;
    if (next === 0) choice.reset();
    else choice.pick(orderKey(orders[next]!));
  }

  /** Return true if the tiles can be put into a column now. */
  accepts(column: number): boolean {
    const { view, choice } = this.#read();
    if (this.holds) return choice.state(columnKey(column)) !== undefined;
    return this.#take !== null && roomIn(view.players[view.seat!]!.shelf, column) >= this.#take.cells.length;
  }

  /** The column in which the tiles are shown before anything is sent, or null. */
  get shown(): number | null {
    const { choice } = this.#read();
    if (this.holds) {
      const key = choice.pointed?.startsWith("column=") && choice.isLegal(choice.pointed) ? choice.pointed : null;
      const shown = key ?? choice.path.find((step) => step.startsWith("column="));
      return shown === undefined ? null : Number(shown.slice(7));
    }
    const column = this.#aimed ?? this.#column;
    return column !== null && this.accepts(column) ? column : null;
  }

  /** Identifies the proposal, so that it is replaced only if it differs. */
  readonly proposalKey: string = $derived.by(() =>
    this.holds || this.shown === null ? "" : `${this.#cells.join()} ${this.shown}`,
  );

  /** The chosen tiles and column as one decision, or null. */
  get proposal(): Proposal | null {
    const { view } = this.#read();
    const [take, column] = [this.#take, this.shown];
    if (this.holds || take === null || column === null) return null;
    const { title, badge, sentence } = previewColumn(view, column, this.tiles);
    return {
      label: `Take ${tileCount(this.tiles)}, column ${column + 1}`,
      actions: [take as unknown as Action, this.#placeAfter(take, column)],
      preview: { title, badge, sentence: [sentence, words.irrevocable].filter(Boolean).join(" ") },
    };
  }

  /** The attributes of the button of a tile. Choosing tiles sends nothing: a column comes next. */
  tile(cell: number): Record<string, unknown> {
    const { choice } = this.#read();
    const key = cellKey(cell);
    const onclick = () => (choice.isChosen(key) ? choice.unpick(key) : choice.pick(key, true));
    return { ...choice.target(key), onclick, ondblclick: undefined };
  }

  /** The attributes of the button of a column. */
  target(column: number): Record<string, unknown> {
    const { choice } = this.#read();
    if (this.holds || this.#take === null) return choice.target(columnKey(column));
    if (!this.accepts(column)) return { "data-stop": "", "aria-disabled": "true" };
    return {
      "data-stop": "",
      "data-drop": "",
      "data-state": this.#column === column ? "chosen" : "legal",
      "aria-pressed": this.#column === column ? "true" : undefined,
      onclick: () => this.#click(column),
      onpointerenter: (event: PointerEvent) => { if (event.pointerType !== "touch") this.#aimed = column; },
      onpointerleave: () => this.#leave(column),
      onfocus: (event: FocusEvent) => { if ((event.target as Element).matches(":focus-visible")) this.#aimed = column; },
      onblur: () => this.#leave(column),
    };
  }

  /** Forget the column and the order when the choice of tiles is gone. */
  tidy(): void {
    if (this.#cells.length > 0) return;
    this.#column = this.#aimed = null;
    this.#arrangement = 0;
  }

  /** Show the others the chosen tiles, at most twice a second. */
  mark(): void {
    const { view } = this.#read();
    if (view.step !== "PICK" || view.turn !== view.seat || view.seat === null) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendMarks(), Math.max(0, this.#markedAt + MARK_MS - Date.now()));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #sendMarks(): void {
    const { view, choice } = this.#read();
    if (view.step !== "PICK" || view.turn !== view.seat || choice.busy) return;
    const cells = this.#take?.cells ?? [];
    if (cells.join() === view.picked.join() || (cells.length === 0 && choice.path.length > 0)) return;
    if (cells.join() === this.#marked && Date.now() - this.#markedAt < MARK_MS) return;
    this.#marked = cells.join();
    this.#markedAt = Date.now();
    choice.signal({ type: "MarkShelfieTiles", cells });
  }

  #click(column: number): void {
    const { choice } = this.#read();
    if (choice.proposal !== null && this.shown === column) {
      this.#column = column;
      choice.submit();
    } else {
      this.#aimed = null;
      this.#column = column;
    }
  }

  /** The pointer or the focus leaves a column; a column that was sent, and is to be confirmed, stays. */
  #leave(column: number): void {
    if (this.#aimed !== column) return;
    if (this.#read().choice.confirming !== null) this.#column = column;
    this.#aimed = null;
  }

  /** The order of the hand that was chosen; empty for the order of the hand. */
  #handOrder(): number[] {
    const { view, choice } = this.#read();
    if (!this.holds) return [];
    const key = choice.path.find((step) => step.startsWith("order="));
    return key === undefined ? [...view.hand].map((_, index) => index) : [...key.slice(6)].map(Number);
  }

  /** The placement after taking: the hand is then in the order of the cells of the action. */
  #placeAfter(take: TakeShelfieTiles, column: number): Action {
    const order = this.#cells.map((cell) => take.cells.indexOf(cell));
    const same = order.every((place, index) => place === index);
    const action: PlaceShelfieTiles = { type: "PlaceShelfieTiles", column, order: same ? [] : order };
    return action as unknown as Action;
  }
}
