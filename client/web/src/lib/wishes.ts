/** The new table that an address asks for: `/n?game=uno&players=3&bots=2&expert=1&option.target=200`. */

import type { GameDescription } from "./catalogue";
import type { OptionValue } from "./wire";

export interface Wish {
  seats: number;
  bots: number;
  mode: boolean;
  options: Record<string, OptionValue>;
}

/** Return the values of the form for a game. Without wishes, and for values that the game has not, they are the usual ones. */
export function wishFor(game: GameDescription | undefined, wishes: URLSearchParams | null): Wish {
  const own = wishes !== null && game !== undefined && wishes.get("game") === game.game ? wishes : new URLSearchParams();
  const [least, most] = game?.players ?? [2, 2];
  const seats = wholeNumber(own.get("players"), least, most) ?? game?.usualPlayers ?? 2;
  const options = (game?.options ?? []).map((option) => {
    const wanted = own.get(`option.${option.name}`);
    return [option.name, option.values.find((value) => String(value) === wanted) ?? option.default];
  });
  return {
    seats,
    bots: wholeNumber(own.get("bots"), 0, seats - 1) ?? 0,
    mode: own.get("expert") === "1",
    options: Object.fromEntries(options) as Record<string, OptionValue>,
  };
}

function wholeNumber(text: string | null, least: number, most: number): number | undefined {
  const number = text !== null && /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}
