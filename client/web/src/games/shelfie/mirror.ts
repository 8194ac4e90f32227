/** The mirror rules of My Shelfie. */

import type { ShelfieChange, ShelfieView } from "../../lib/messages";
import type { Mirror } from "../pack";
import { EMPTY, drop, put } from "./shelf";

type Rules = {
  [Kind in ShelfieChange["kind"]]: (view: ShelfieView, change: Extract<ShelfieChange, { kind: Kind }>) => void;
};

function putOnBoard(view: ShelfieView, cell: number, tile: string): void {
  view.board = put(view.board, Math.floor(cell / 10), cell % 10, tile);
}

/** Return the tiles of the hand to their cells. */
function returnTiles(view: ShelfieView): void {
  [...view.hand].forEach((tile, index) => putOnBoard(view, view.picked[index]!, tile));
  Object.assign(view, { picked: [], hand: "" });
}

const rules: Rules = {
  ShelfieTilesMarked(view, { cells }) {
    view.picked = cells;
  },

  ShelfieTilesTaken(view, { cells, hand }) {
    for (const cell of cells) putOnBoard(view, cell, EMPTY);
    Object.assign(view, { step: "PLACE", picked: cells, hand });
  },

  ShelfieTilesSorted(view, { cells, hand }) {
    Object.assign(view, { picked: cells, hand });
  },

  ShelfieTilesPlaced(view, { seat, column, tiles }) {
    const player = view.players[seat]!;
    player.shelf = drop(player.shelf, column, tiles);
    Object.assign(view, { picked: [], hand: "" });
  },

  ShelfieTokenTaken(view, { seat, goal, points }) {
    const index = view.goals.indexOf(goal);
    view.stacks[index]!.shift();
    view.players[seat]!.tokens[index] = points;
  },

  ShelfieEndTokenTaken(view, { seat }) {
    view.players[seat]!.endToken = true;
  },

  ShelfieBoardRefilled(view, { board, bag }) {
    Object.assign(view, { board, bag });
  },

  ShelfieTurnLost(view) {
    returnTiles(view);
  },

  ShelfieSeatGone(view, { seat }) {
    if (view.turn === seat) returnTiles(view);
    view.players[seat]!.gone = true;
  },

  ShelfieTurnStarted(view, { seat }) {
    Object.assign(view, { turn: seat, step: "PICK", picked: [], hand: "" });
  },

  ShelfieGameEnded(view, { winners, results }) {
    returnTiles(view);
    Object.assign(view, { turn: null, step: "OVER", winners, results });
  },
};

export const mirror: Mirror<ShelfieView> = rules;
