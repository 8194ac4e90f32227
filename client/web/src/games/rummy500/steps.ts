/** The decisions of a Rummy action: cards of the hand first, then the meld or the pile. */

import type { RummyAction } from "../../lib/messages";
import type { Action } from "../../lib/wire";
import type { Step } from "../pack";
import { cardName } from "./cards";

export const STOCK = "stock";
export const PILE = "pile";
export const NEW_MELD = "meld=new";

export const cardKey = (card: string) => `card=${card}`;
export const meldKey = (number: number) => `meld=${number}`;
export const discardKey = (card: string) => `discard=${card}`;

const cardSteps = (cards: string[]): Step[] => cards.map((card) => ({ key: cardKey(card), label: cardName(card), group: "cards" }));

export function steps(action: Action): Step[] {
  const rummy = action as unknown as RummyAction;
  switch (rummy.type) {
    case "DrawRummyStock":
      return [{ key: STOCK, label: "draw from the stock" }];
    case "TakeRummyDiscard":
      return [{ key: discardKey(rummy.card), label: `take ${cardName(rummy.card)}` }];
    case "LayRummyMeld":
      return [...cardSteps(rummy.cards), { key: NEW_MELD, label: "new meld" }];
    case "LayOffRummyCards":
      return [...cardSteps(rummy.cards), { key: meldKey(rummy.meld), label: `meld ${rummy.meld}` }];
    case "DiscardRummyCard":
      return [...cardSteps([rummy.card]), { key: PILE, label: "discard" }];
    case "PlayRummyTurn":
      return [
        ...(rummy.plays ?? []).flatMap((play) => steps(play as unknown as Action)),
        ...(rummy.discard ? [...cardSteps([rummy.discard]), { key: PILE, label: "discard" }] : []),
      ];
  }
}
