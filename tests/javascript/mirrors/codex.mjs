/**
 * The mirror rules of Codex Naturalis. The cards come from the list on the page.
 */

import { cards } from "../page.mjs";
import { removeOnce } from "./shared.mjs";

const KINGDOMS = { F: "FUNGI", P: "PLANT", A: "ANIMAL", I: "INSECT" };
const KINDS = { R: "RESOURCE", G: "GOLD" };
const SYMBOLS = "FPAIQKM";

/** The corners in the order of the list of cards: top left, top right, bottom left, bottom right. */
const CORNERS = [
  { dx: -1, dy: 1 },
  { dx: 1, dy: 1 },
  { dx: -1, dy: -1 },
  { dx: 1, dy: -1 },
];
const HIDDEN = "x";

function corners(placed) {
  const card = cards.get(placed.card);
  return placed.side === "FRONT" ? card.front : card.back;
}

function backOf(id) {
  return `${KINDS[id[0]]} ${KINGDOMS[cards.get(id).kingdom]}`;
}

function at(entries, x, y) {
  return entries.find((entry) => entry.x === x && entry.y === y);
}

function removeSpot(area, x, y) {
  area.spots = area.spots.filter((spot) => spot.x !== x || spot.y !== y);
}

function countSymbol(area, symbol, step) {
  const index = SYMBOLS.indexOf(symbol);
  if (index >= 0) area.symbols[index] += step;
}

/** Return true if a hidden corner of a placed card points to the position. */
function closed(area, x, y) {
  return CORNERS.some(({ dx, dy }, corner) => {
    const neighbour = at(area.placed, x + dx, y + dy);
    return neighbour !== undefined && corners(neighbour)[3 - corner] === HIDDEN;
  });
}

function place(area, card, side, x, y) {
  const placed = { card, side, x, y };
  removeSpot(area, x, y);
  CORNERS.forEach(({ dx, dy }, corner) => {
    const [nx, ny] = [x + dx, y + dy];
    const neighbour = at(area.placed, nx, ny);
    if (neighbour !== undefined) countSymbol(area, corners(neighbour)[3 - corner], -1);
    else if (corners(placed)[corner] === HIDDEN) removeSpot(area, nx, ny);
    else if (!closed(area, nx, ny) && !at(area.spots, nx, ny)) area.spots.push({ x: nx, y: ny });
  });
  const centre = side === "BACK" ? cards.get(card).centre : "";
  for (const symbol of corners(placed) + centre) countSymbol(area, symbol, 1);
  area.placed.push(placed);
  area.spots.sort((left, right) => left.x - right.x || left.y - right.y);
}

/** @type {Record<string, (view: any, change: any) => void>} */
export const rules = {
  CodexStarterPlaced(view, { seat, side }) {
    const player = view.players[seat];
    place(player.area, player.starter, side, 0, 0);
  },

  CodexColorChosen(view, { seat, color }) {
    view.players[seat].color = color;
  },

  CodexObjectiveChosen(view, { seat, objective }) {
    view.players[seat].ready = true;
    if (seat === view.seat) Object.assign(view, { objective, offer: [] });
  },

  CodexCardPlaced(view, { seat, card, side, x, y, points }) {
    const player = view.players[seat];
    if (seat === view.seat) removeOnce(view.hand, card);
    removeOnce(player.hand, backOf(card));
    player.score += points;
    place(player.area, card, side, x, y);
  },

  CodexCardDrawn(view, { seat, source, back, resource, gold, refill, card }) {
    Object.assign(view, { resource, gold });
    if (source.startsWith("SLOT_")) view.slots[Number(source.slice(5)) - 1] = refill;
    view.players[seat].hand.push(back);
    view.players[seat].hand.sort();
    if (seat === view.seat) view.hand.push(card);
  },

  CodexEndTriggered(view) {
    view.ending = true;
  },

  CodexTurnSkipped() {},

  CodexAdditionalTurn(view) {
    view.additional = true;
    view.round += 1;
  },

  CodexStepStarted(view, { seat, phase, round }) {
    Object.assign(view, { turn: seat, phase, round });
  },

  CodexSeatGone(view, { seat }) {
    view.players[seat].gone = true;
  },

  CodexObjectivesScored(view, { seat, points }) {
    view.players[seat].objectivePoints = points;
  },

  CodexGameEnded(view, { winners }) {
    Object.assign(view, { winners, turn: null, phase: "OVER" });
  },
};
