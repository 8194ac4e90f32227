import type { Choice } from "../../lib/choice.svelte";
import type { UnoView } from "../../lib/messages";
import { definePack, type Button, type Shortcut } from "../pack";
import Board from "./Board.svelte";
import { COLORS, colorName, type Color } from "./cards";
import { sorting } from "./Hand.svelte";
import Hidden from "./Hidden.svelte";
import { mirror } from "./mirror";
import { preview } from "./preview";
import { say } from "./say";
import Side from "./Side.svelte";
import { ACCEPT, CHALLENGE, colorKey, DRAW, KEEP, SAY_UNO, steps, withUno } from "./steps";
import { words } from "./words";

/** Return a key that takes a step if it is legal. */
function stepKey(key: string, step: string, label: string): Shortcut {
  return {
    key,
    label,
    press(choice: Choice) {
      if (!choice.isLegal(step)) return false;
      choice.pick(step);
      return true;
    },
  };
}

function sortHand(): boolean {
  sorting.order = sorting.order === "color" ? "value" : "color";
  return true;
}

const colorKeys = COLORS.map((color: Color) => stepKey(color[0]!.toLowerCase(), colorKey(color), words.keyOf(colorName(color))));

function buttons(view: UnoView): Button[] {
  if (view.turn === view.seat && view.decision === "CHALLENGE") {
    return [
      { step: CHALLENGE, label: words.challenge, shortcut: "X" },
      { step: ACCEPT, label: words.accept(view.pending), shortcut: "A" },
    ];
  }
  const isRetain = view.turn === view.seat && view.decision === "RETAIN";
  const draw: Button = isRetain
    ? { step: KEEP, label: words.keep, shortcut: "K" }
    : { step: DRAW, label: words.draw, shortcut: "D" };
  return [draw, { step: SAY_UNO, label: words.sayUno, shortcut: "U", urgent: mustSayUno(view) }];
}

/** Return true if the own seat should say UNO now. */
function mustSayUno(view: UnoView): boolean {
  if (view.seat === null) return false;
  if (view.unoWindow === view.seat) return true;
  return view.turn === view.seat && view.hand.length === 2 && !view.players[view.seat]!.saidUno;
}

export default definePack<UnoView>({
  mirror,
  unlisted: withUno,
  steps,
  preview,
  say,
  Board,
  Side,
  Hidden,
  keys: [
    stepKey("d", DRAW, words.keys.draw),
    stepKey("u", SAY_UNO, words.keys.uno),
    stepKey("k", KEEP, words.keys.keep),
    stepKey("x", CHALLENGE, words.keys.challenge),
    stepKey("a", ACCEPT, words.keys.accept),
    ...colorKeys,
    { key: "s", label: words.keys.sort, press: sortHand },
  ],
  buttons,
});
