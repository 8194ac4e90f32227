/** The decisions of an UNO action: a card, then its colour or the player to swap hands with. */

import type { UnoAction, UnoView } from "../../lib/messages";
import type { Action } from "../../lib/wire";
import type { Step } from "../pack";
import { cardName, colorName, isWild } from "./cards";

export const DRAW = "draw";
export const KEEP = "keep";
export const SAY_UNO = "uno";
export const CHALLENGE = "challenge";
export const ACCEPT = "accept";

const SAY_UNO_STEP: Step = { key: SAY_UNO, label: "say UNO" };

export const cardKey = (card: string) => `card=${card}`;
export const colorKey = (color: string) => `color=${color}`;
export const playerKey = (seat: number) => `player=${seat}`;

export function steps(action: Action, view: UnoView): Step[] {
  const uno = action as unknown as UnoAction;
  switch (uno.type) {
    case "PlayUnoCard": {
      const found: Step[] = uno.sayUno === true ? [SAY_UNO_STEP] : [];
      found.push({ key: cardKey(uno.card), label: cardName(uno.card) });
      if (uno.color && !isLastCard(view, uno.card)) found.push({ key: colorKey(uno.color), label: colorName(uno.color) });
      if (typeof uno.swap === "number") found.push({ key: playerKey(uno.swap) });
      return found;
    }
    case "DrawUnoCard":
      return [{ key: DRAW, label: "draw" }];
    case "AnswerDrawnUnoCard":
      return [uno.play ? { key: cardKey(view.card ?? ""), label: "play it" } : { key: KEEP, label: "keep it" }];
    case "ChooseUnoColor":
      return [{ key: colorKey(uno.color), label: colorName(uno.color) }];
    case "SwapUnoHands":
      return [{ key: playerKey(uno.seat) }];
    case "AnswerUnoChallenge":
      return [uno.challenge ? { key: CHALLENGE, label: "challenge" } : { key: ACCEPT, label: "accept" }];
    case "SayUno":
      return [SAY_UNO_STEP];
  }
}

/** With two cards left: the cards that can be played, each with UNO said at the same time. */
export function withUno(actions: Action[], view: UnoView): Action[] {
  if (view.seat === null || view.hand.length !== 2 || view.players[view.seat]!.saidUno) return [];
  return actions.filter(({ type }) => type === "PlayUnoCard").map((action) => ({ ...action, sayUno: true }));
}

/** Return true for a wild that ends the round: its colour does not matter (UNO 7). */
function isLastCard(view: UnoView, card: string): boolean {
  return isWild(card) && view.hand.length === 1 && view.unoWindow !== view.seat;
}
