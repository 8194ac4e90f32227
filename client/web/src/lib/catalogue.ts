/** The games of the server, from `/games.json`. */

import { title } from "./text";
import type { OptionValue } from "./wire";

export interface OptionDescription {
  name: string;
  values: OptionValue[];
  default: OptionValue;
  text: string;
}

export interface GameDescription {
  game: string;
  title: string;
  players: [number, number];
  usualPlayers: number;
  summary: string[];
  /** What expert mode changes; empty if the game has none. */
  expert: string;
  teams: string;
  wizards: string[];
  /** The levels of computer players; the first is the default. */
  strategies: string[];
  options: OptionDescription[];
}

/** Read the list of games. Throws if the server cannot be reached or the answer is not the list. */
export async function loadGames(): Promise<GameDescription[]> {
  const response = await fetch("/games.json");
  if (!response.ok) throw new Error(`/games.json: ${response.status}`);
  const games = (await response.json()) as Partial<GameDescription>[];
  return games.map(complete);
}

/** Fill in what a server may leave out. */
function complete(game: Partial<GameDescription>): GameDescription {
  return {
    game: "",
    title: title(game.game ?? ""),
    players: [2, 2],
    usualPlayers: 2,
    summary: [],
    expert: "",
    teams: "",
    wizards: [],
    strategies: [],
    options: [],
    ...game,
  };
}
