import type { Choice } from "../../lib/choice.svelte";
import type { EriantysView } from "../../lib/messages";
import { definePack, type Shortcut } from "../pack";
import Board from "./Board.svelte";
import { mirror } from "./mirror";
import { colorName, COLORS, type Color } from "./pieces";
import { preview } from "./preview";
import { say } from "./say";
import Side from "./Side.svelte";
import { cardKey, DINING, END_TURN, entranceKey, steps, tableKey } from "./steps";
import { words } from "./words";

/** Return a key that takes the first of these steps that is legal. */
function stepKey(key: string, label: string, ...keys: string[]): Shortcut {
  return {
    key,
    label,
    press(choice: Choice) {
      const step = keys.find((one) => choice.isLegal(one));
      if (step !== undefined) choice.pick(step);
      return step !== undefined;
    },
  };
}

const colorKeys = COLORS.map((color: Color) =>
  stepKey(color[0]!.toLowerCase(), words.keys.color(colorName(color)), cardKey(color), tableKey(color), entranceKey(color)),
);

export default definePack<EriantysView>({
  mirror,
  steps,
  preview,
  say,
  Board,
  Side,
  keys: [...colorKeys, stepKey("d", words.keys.dining, DINING), stepKey("e", words.keys.end, END_TURN)],
});
