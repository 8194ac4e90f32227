/** Texts and steps for a game without its own: made from the names of types and fields. */

import type { Preview, Question, SeatNote, Step, Table } from "../pack";
import type { Action, AnyView, Change, Prompt } from "../../lib/wire";
import { capital, title, valueText, words } from "../../lib/text";

/** Fields whose numbers are seats. */
export const SEAT_FIELDS = new Set(["seat", "turn", "other", "swap", "winner", "accused", "dealer", "first", "previous"]);
export const SEAT_LISTS = new Set(["winners", "owners", "order", "seats"]);

/** Return the text of the value of a field; numbers of seats become nicknames. */
export function fieldText(name: string, value: unknown, table: Table): string {
  if (typeof value === "number" && SEAT_FIELDS.has(name)) return table.whom(value);
  if (Array.isArray(value) && SEAT_LISTS.has(name)) return value.map((seat) => table.whom(seat)).join(", ");
  return valueText(value);
}

/** Return the fields of an action that a player chooses: neither its type nor empty ones. */
function chosenFields(action: Action): [string, unknown][] {
  return Object.entries(action).filter(
    ([name, value]) =>
      name !== "type" && name !== "id" && value !== null && !(Array.isArray(value) && value.length === 0),
  );
}

/**
 * Return a function that gives the steps of each of these actions: first the type, then the fields
 * in their order. What all actions of a type have in common is not asked.
 */
export function genericSteps(actions: Action[], table: Table): (action: Action) => Step[] {
  const values = new Map<string, Set<string>>();
  for (const action of actions) {
    for (const [name, value] of Object.entries(action)) {
      const key = `${action.type}.${name}`;
      const found = values.get(key) ?? new Set<string>();
      values.set(key, found.add(JSON.stringify(value)));
    }
  }
  const types = new Set(actions.map(({ type }) => type));
  const asksType = types.size > 1 || actions.length === 1;
  return (action) => {
    const fields = chosenFields(action).filter(([name]) => values.get(`${action.type}.${name}`)!.size > 1);
    const first = { key: `type=${action.type}`, label: title(action.type) };
    const rest = fields.map(([name, value]) => ({
      key: `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
      label: `${words(name)}: ${fieldText(name, value, table)}`,
    }));
    return asksType || rest.length === 0 ? [first, ...rest] : rest;
  };
}

/** Return "Play uno card: red 7". */
export function actionText(action: Action, table: Table): string {
  const fields = chosenFields(action).map(([name, value]) => fieldText(name, value, table));
  return fields.length > 0 ? `${title(action.type)}: ${fields.join(", ")}` : title(action.type);
}

export function genericPreview(action: Action, table: Table): Preview {
  return { title: actionText(action, table) };
}

/** Return the question of a prompt: its name, and the choices that it lists. */
export function genericAsk(prompt: Prompt, table: Table): Question {
  const fields = Object.entries(prompt).filter(
    ([name, value]) => !["type", "seq", "text", "replyTo"].includes(name) && value !== null,
  );
  const detail = fields.map(([name, value]) => `${words(name)}: ${fieldText(name, value, table)}`).join("; ");
  return { title: title(prompt.type), detail };
}

/** Return the sentence of a change: who, what, and its other fields. */
export function genericChange(change: Change, table: Table): string {
  const { kind, seat, ...fields } = change;
  const details = Object.entries(fields)
    .filter(([, value]) => value !== null && typeof value !== "object" && value !== "" && value !== false)
    .map(([name, value]) => `${words(name)} ${fieldText(name, value, table)}`);
  const what = [words(kind), ...details].join(", ");
  return typeof seat === "number" ? `${table.who(seat)}: ${what}.` : `${capital(what)}.`;
}

/** Return what the strip of players shows: the score of the seat, if its record has one. */
export function genericSeat(view: AnyView, seat: number): SeatNote {
  const { players } = view as unknown as { players?: unknown };
  const player = Array.isArray(players) ? (players[seat] as Record<string, unknown> | undefined) : undefined;
  const cards = player?.cards;
  return {
    note: typeof cards === "number" ? `${cards} cards` : undefined,
    score: typeof player?.score === "number" ? player.score : undefined,
  };
}

/** Return the points of all seats, if every record of a player has a score. */
export function genericScores(view: AnyView): number[] | null {
  const { players } = view as unknown as { players?: { score?: unknown }[] };
  if (!Array.isArray(players)) return null;
  const scores = players.map((player) => player?.score);
  return scores.every((score): score is number => typeof score === "number") ? scores : null;
}
