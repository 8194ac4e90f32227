/** What an UNO action would do: the title and the sentence of the ask bar, and the badge. */

import type { UnoAction, UnoView } from "../../lib/messages";
import { capital } from "../../lib/text";
import type { Action } from "../../lib/wire";
import type { Preview, Table } from "../pack";
import { cardCount, cardName, colorName, isWild } from "./cards";
import { availableCards, missedUno, playOutcome, seatAfter, type Outcome } from "./outcomes";

export function preview(action: Action, view: UnoView, table: Table): Preview | null {
  const shown = withoutPenalty(action as unknown as UnoAction, view, table);
  const missed = action.type === "SayUno" ? null : missedUno(view);
  if (missed === null) return shown;
  const penalty = `${table.who(missed.seat)} ${missed.seat === view.seat ? "draw" : "draws"} ${missed.count} for a missed UNO.`;
  return { ...shown, sentence: [shown.sentence, penalty].filter(Boolean).join(" ") };
}

/** The preview without the cards for a missed UNO. */
function withoutPenalty(action: UnoAction, view: UnoView, table: Table): Preview {
  switch (action.type) {
    case "PlayUnoCard":
      return previewPlay(view, table, action.card, action.color, action.swap);
    case "DrawUnoCard":
      return previewDraw(view, table);
    case "AnswerDrawnUnoCard":
      if (action.play) return previewPlay(view, table, view.card ?? "");
      return { title: `Keep the ${cardName(view.card ?? "")}`, sentence: sentence([turnText(view, table)]) };
    case "ChooseUnoColor":
      if (view.card !== null) return previewPlay(view, table, view.card, action.color);
      return { title: capital(colorName(action.color)), sentence: "You play on this colour." };
    case "SwapUnoHands":
      return previewPlay(view, table, view.card ?? "", null, action.seat);
    case "AnswerUnoChallenge":
      return previewChallenge(view, table, action.challenge);
    case "SayUno":
      return { title: "Say UNO", sentence: view.hand.length === 2 ? "Say it with the card that you play, or now with the button." : "Your last card is then safe." };
  }
}

function previewPlay(view: UnoView, table: Table, card: string, color?: string | null, swap?: number | null): Preview {
  const outcome = playOutcome(view, card, swap);
  const title = capital(color ? `${colorName(color)} ${cardName(card)}` : cardName(card));
  const asks = followingQuestion(outcome, card, color, swap);
  if (asks !== null) return { title, sentence: asks };
  return { title, badge: badge(view, outcome), sentence: sentence(effects(view, table, outcome)) };
}

/** Return what must be chosen after the card: a colour, or a partner with more than two players. */
function followingQuestion(outcome: Outcome, card: string, color?: string | null, swap?: number | null): string | null {
  if (isWild(card) && !color && !outcome.isWon) return "Then choose a colour.";
  if (outcome.swapped !== undefined && typeof swap !== "number" && outcome.hands.size > 2) {
    return "Then choose a player to swap hands with.";
  }
  return null;
}

function badge(view: UnoView, outcome: Outcome): string | undefined {
  if (outcome.isWon) return "wins";
  if (outcome.swapped !== undefined) return cardCount(outcome.hands.get(view.seat ?? 0)!);
  return outcome.pending ? `+${outcome.pending}` : undefined;
}

/** Return the effects of a card, one text each; the last one says whose turn it is. */
function effects(view: UnoView, table: Table, outcome: Outcome): string[] {
  const own = cardCount(outcome.hands.get(view.seat ?? 0) ?? 0);
  const texts: string[] = [];
  if (outcome.isWon) texts.push("you win the round");
  if (outcome.drawn) texts.push(`${table.whom(outcome.drawn.seat)} draws ${outcome.drawn.count}${outcome.isWon ? "" : " and loses the turn"}`);
  if (outcome.skipped !== undefined) texts.push(`${table.whom(outcome.skipped)} loses the turn`);
  if (outcome.swapped !== undefined) texts.push(`you get the ${own} of ${table.whom(outcome.swapped)}`);
  if (outcome.areHandsPassed) texts.push(`all hands move on, you get ${own}`);
  if (outcome.mayChallenge) texts.push(`${table.whom(outcome.next)} draws 4 or challenges`);
  else if (outcome.pending) texts.push(`${table.whom(outcome.next)} draws ${outcome.pending} or adds a card`);
  if (!outcome.isWon) texts.push(nextText(view, table, outcome.next, outcome.hands.get(outcome.next)!));
  return texts;
}

function nextText(view: UnoView, table: Table, seat: number, cards: number): string {
  return seat === view.seat ? "it is your turn again" : `${table.whom(seat)} plays next with ${cardCount(cards)}`;
}

/** Return who plays next if the own turn ends without a card; cards for a missed UNO are included. */
function turnText(view: UnoView, table: Table): string {
  const seat = seatAfter(view, view.seat ?? 0);
  const missed = missedUno(view);
  const extra = missed?.seat === seat ? missed.count : 0;
  return nextText(view, table, seat, view.players[seat]!.cards + extra);
}

function previewDraw(view: UnoView, table: Table): Preview {
  const left = availableCards(view) - (missedUno(view)?.count ?? 0);
  if (left === 0) return { title: "Pass", sentence: "No card is left to draw: you pass." };
  const then = turnText(view, table);
  if (view.pending === 0) {
    return { title: "Draw a card", sentence: `If it fits, you may play it at once. Otherwise ${then}.` };
  }
  const count = Math.min(view.pending, left);
  return { title: `Draw ${cardCount(count)}`, badge: `+${count}`, sentence: sentence(["you lose the turn", then]) };
}

function previewChallenge(view: UnoView, table: Table, isChallenge: boolean): Preview {
  if (isChallenge) {
    const [unfair, fair] = [view.pending, view.pending + 2];
    const text = `If the draw 4 was unfair, its player draws ${unfair} and you play. If it was fair, you draw ${fair} and lose the turn.`;
    return { title: "Challenge", badge: `${unfair} or ${fair}`, sentence: text };
  }
  if (view.mode === "progressive") {
    return { title: "Accept", sentence: `${cardCount(view.pending)} are due: add a draw 4, or draw them.` };
  }
  return { title: `Draw ${cardCount(view.pending)}`, badge: `+${view.pending}`, sentence: sentence(["you lose the turn", turnText(view, table)]) };
}

/** Join the parts; a nickname at the beginning keeps its spelling. */
function sentence(parts: string[]): string {
  const text = `${parts.join("; ")}.`;
  return /^(you|it|all) /.test(text) ? capital(text) : text;
}
