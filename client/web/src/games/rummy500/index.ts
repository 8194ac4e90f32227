import type { Choice } from "../../lib/choice.svelte";
import type { RummyView } from "../../lib/messages";
import { definePack, type Shortcut } from "../pack";
import Board from "./Board.svelte";
import type { Order } from "./groups";
import Hidden from "./Hidden.svelte";
import { mirror } from "./mirror";
import { preview } from "./preview";
import { say } from "./say";
import { handlers, sorting } from "./selection.svelte";
import Side from "./Side.svelte";
import { STOCK, steps } from "./steps";
import { words } from "./words";

const NEXT: Record<Order, Order> = { use: "suit", suit: "rank", rank: "use" };

function draw(choice: Choice): boolean {
  if (!choice.isLegal(STOCK)) return false;
  choice.pick(STOCK);
  return true;
}

function putDown(choice: Choice): boolean {
  if (choice.proposal === null) return false;
  choice.submit();
  return true;
}

function sortHand(): boolean {
  sorting.order = NEXT[sorting.order];
  return true;
}

const keys: Shortcut[] = [
  { key: "s", label: words.keys.stock, press: draw },
  { key: "t", label: words.keys.take, press: () => handlers.takeTop?.() ?? false },
  { key: "a", label: words.keys.all, press: () => handlers.chooseAll?.() ?? false },
  { key: "m", label: words.keys.meld, press: putDown },
  { key: "x", label: words.keys.discard, press: () => handlers.discard?.() ?? false },
  { key: "o", label: words.keys.sort, press: sortHand },
];

export default definePack<RummyView>({
  mirror,
  steps,
  preview,
  say,
  Board,
  Side,
  Hidden,
  keys,
  buttons: () => [{ step: STOCK, label: words.drawButton, shortcut: "S" }],
});
