/** The sentences of UNO. Changes are told in the past tense, so "You" and a name go with the same verb. */

import type {
  SelectDrawnUnoCard, SelectUnoCard, SelectUnoChallenge, SelectUnoInterrupt, UnoAction, UnoCardsDrawn, UnoChange, UnoPrompt,
  UnoView,
} from "../../lib/messages";
import { capital } from "../../lib/text";
import type { Action, Change, Prompt } from "../../lib/wire";
import type { Question, Say, SeatNote, Table } from "../pack";
import { cardCount, cardName, colorName, isWild, parse } from "./cards";
import { words } from "./words";

function change(happened: Change, table: Table): string | null {
  const uno = happened as unknown as UnoChange;
  const { who, whom } = table;
  switch (uno.kind) {
    case "UnoRoundStarted":
      return `Round ${uno.round}: ${who(uno.dealer)} dealt ${cardCount(uno.cards)} each; ${cardName(uno.top)} was turned up.`;
    case "UnoHandTaken":
      return null;
    case "UnoCardPlayed":
      return `${who(uno.seat)} ${uno.jumped ? "jumped in with" : "played"} ${cardName(uno.card)}.`;
    case "UnoHandsSwapped":
      return `${who(uno.seat)} swapped hands with ${whom(uno.other)}.`;
    case "UnoHandsPassed":
      return `All hands moved one seat ${uno.clockwise ? "clockwise" : "counter-clockwise"}.`;
    case "UnoColorNamed":
      return `${who(uno.seat)} named ${colorName(uno.color)}.`;
    case "UnoDirectionChanged":
      return `Play goes ${uno.clockwise ? "clockwise" : "counter-clockwise"} now.`;
    case "UnoCardsDrawn":
      return drawn(uno, table);
    case "UnoPileReshuffled":
      return `The discards were shuffled: ${cardCount(uno.drawPile)} can be drawn again.`;
    case "UnoTurnLost":
      return `${who(uno.seat)}${uno.reason === "TIMEOUT" ? " took too long and" : ""} lost the turn.`;
    case "UnoChallenged":
      return `${who(uno.seat)} challenged the draw 4 of ${whom(uno.accused)}: ${uno.guilty ? "it was unfair" : "it was fair"}.`;
    case "UnoSaid":
      return `${who(uno.seat)} said UNO.`;
    case "UnoStepStarted":
      return null;
    case "UnoSeatGone":
      return `${who(uno.seat)} ${uno.reason === "IDLE" ? "missed too many turns" : "left the match for good"}; the cards are in the draw pile.`;
    case "UnoRoundEnded":
      return uno.stuck
        ? `Nobody could play or draw. ${who(uno.winner)} had the lowest hand and got ${uno.points} points.`
        : `${who(uno.winner)} won the round and got ${uno.points} points.`;
    case "UnoGameEnded":
      return `The match is over: ${uno.reason.replace(/\.$/, "")}.`;
  }
}

/** Only the reader's own cards are named. */
function drawn({ seat, count, reason, cards }: UnoCardsDrawn, { who, seat: own }: Table): string {
  const missed = reason === "MISSED_UNO" ? " did not say UNO in time and" : "";
  const what = seat === own && cards.length > 0 ? joined(cards) : count === 1 ? "a card" : cardCount(count);
  return `${who(seat)}${missed} drew ${what}.`;
}

const joined = (cards: string[]) => cards.map(cardName).join(", ");

function ask(prompt: Prompt, view: UnoView, table: Table): Question {
  const uno = prompt as unknown as UnoPrompt;
  switch (uno.type) {
    case "SelectUnoCard":
      return askCard(uno, view);
    case "SelectDrawnUnoCard":
      return askDrawn(uno);
    case "SelectUnoColor":
      return { title: "Name a colour", detail: "The next player must follow this colour, or play a wild." };
    case "SelectUnoSwap":
      return { title: "With whom do you swap hands?", detail: `You play ${cardName(uno.card)}.` };
    case "SelectUnoChallenge":
      return askChallenge(uno, table);
    case "SelectUnoInterrupt":
      return askInterrupt(uno);
  }
}

function askCard({ cards, pending }: SelectUnoCard, view: UnoView): Question {
  if (pending > 0) {
    const answer = `a ${cardName(view.top).replace("wild ", "").replace(/^\w+ (?=draw)/, "")}`;
    if (cards.length === 0) return { title: `Your turn: draw ${cardCount(pending)}`, detail: `You have no ${answer.slice(2)} to add.` };
    return { title: `Your turn: add ${answer}, or draw ${cardCount(pending)}` };
  }
  if (cards.length === 0) return { title: "Your turn: no card fits", detail: "Draw a card." };
  return { title: `Your turn: play ${fitting(view)}`, detail: "Or draw a card." };
}

/** Return what fits the top card: "blue, a 7 or a wild". */
export function fitting(view: UnoView): string {
  const { value } = parse(view.top);
  const color = view.color === null ? "any colour" : colorName(view.color);
  if (isWild(view.top)) return `${color} or a wild`;
  const sign = value.toLowerCase().replaceAll("_", " ");
  return `${color}, ${/^(8)/.test(sign) ? "an" : "a"} ${sign} or a wild`;
}

function askDrawn({ card }: SelectDrawnUnoCard): Question {
  return { title: `The ${cardName(card)} that you drew fits`, detail: "Play it now, or keep it." };
}

function askChallenge({ seat }: SelectUnoChallenge, { who }: Table): Question {
  return { title: `${who(seat)} played a draw 4 on you: challenge it?`, detail: "It was fair if there was no card of the colour." };
}

function askInterrupt({ cards, sayUno }: SelectUnoInterrupt): Question {
  const jump = cards.length > 0 ? `You may jump in with ${joined(cards)}` : undefined;
  if (!sayUno) return { title: jump ?? "" };
  return { title: "Say UNO before the next player goes on", detail: jump && `${jump}.` };
}

function action(chosen: Action, view: UnoView, table: Table): string {
  const uno = chosen as unknown as UnoAction;
  switch (uno.type) {
    case "PlayUnoCard":
      return `Play ${uno.color && view.hand.length > 1 ? `${colorName(uno.color)} ` : ""}${cardName(uno.card)}${uno.sayUno ? " and say UNO" : ""}`;
    case "DrawUnoCard":
      return view.pending > 0 ? `Draw ${cardCount(view.pending)}` : "Draw";
    case "AnswerDrawnUnoCard":
      return uno.play ? `Play ${cardName(view.card ?? "")}` : words.keep;
    case "ChooseUnoColor":
      return `Name ${colorName(uno.color)}`;
    case "SwapUnoHands":
      return `Swap with ${table.whom(uno.seat)}`;
    case "AnswerUnoChallenge":
      return uno.challenge ? words.challenge : words.accept(view.pending);
    case "SayUno":
      return words.sayUno;
  }
}

function seat(view: UnoView, index: number): SeatNote {
  const { cards, score, saidUno, gone } = view.players[index]!;
  if (gone) return { note: "left", score };
  return { note: saidUno && cards === 1 ? "1 · UNO" : cardCount(cards), score };
}

export const say: Say<UnoView> = {
  change,
  ask,
  action,
  seat,
  confirm: (chosen) => (chosen.type === "AnswerUnoChallenge" && chosen.challenge === true ? "Really challenge?" : null),
  subtitle: (view) => `${capital(words.modes[view.mode])} · round ${view.round} · to ${view.targetScore}`,
  scores: (view) => view.players.map(({ score }) => score),
  rules: words.rules,
};
