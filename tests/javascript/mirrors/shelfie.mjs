/**
 * The mirror rules of My Shelfie.
 */

const EMPTY = ".";

/** Replace one character of one row of a list of rows. */
function put(rows, row, column, tile) {
  rows[row] = rows[row].slice(0, column) + tile + rows[row].slice(column + 1);
}

function putOnBoard(view, cell, tile) {
  put(view.board, Math.floor(cell / 10), cell % 10, tile);
}

/** Return the tiles of the hand to their cells. */
function returnTiles(view) {
  [...view.hand].forEach((tile, index) => putOnBoard(view, view.picked[index], tile));
  Object.assign(view, { picked: [], hand: "" });
}

/** @type {Record<string, (view: any, change: any) => void>} */
export const rules = {
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
    const { shelf } = view.players[seat];
    for (const tile of tiles) {
      const row = shelf.findLastIndex((line) => line[column] === EMPTY);
      put(shelf, row, column, tile);
    }
    Object.assign(view, { picked: [], hand: "" });
  },

  ShelfieTokenTaken(view, { seat, goal, points }) {
    const index = view.goals.indexOf(goal);
    view.stacks[index].shift();
    view.players[seat].tokens[index] = points;
  },

  ShelfieEndTokenTaken(view, { seat }) {
    view.players[seat].endToken = true;
  },

  ShelfieBoardRefilled(view, { board, bag }) {
    Object.assign(view, { board, bag });
  },

  ShelfieTurnLost(view) {
    returnTiles(view);
  },

  ShelfieSeatGone(view, { seat }) {
    if (view.turn === seat) returnTiles(view);
    view.players[seat].gone = true;
  },

  ShelfieTurnStarted(view, { seat }) {
    Object.assign(view, { turn: seat, step: "PICK", picked: [], hand: "" });
  },

  ShelfieGameEnded(view, { winners, results }) {
    returnTiles(view);
    Object.assign(view, { turn: null, step: "OVER", winners, results });
  },
};
