/** Steps and previews of the actions of Codex Naturalis. */

import type { CodexAction, CodexArea, CodexView, DrawCodexCard, PlaceCodexCard } from "../../lib/messages";
import type { Action } from "../../lib/wire";
import type { Preview, Step } from "../pack";
import { at, coveredBy, lacking, placementPoints, withCard } from "./area";
import { SYMBOLS, backFace, card, countSymbols, face, type Side } from "./cards";
import { objectivePoints, ownObjectives, pattern, progress } from "./objectives";
import { aCard, cardName, patternText, pointsText, symbolAmount, words } from "./words";

export const FLIP = "side=BACK";
export const cardKey = (id: string) => `card=${id}`;
export const spotKey = (x: number, y: number) => `spot=${x},${y}`;
export const sourceKey = (source: string) => `source=${source}`;
export const starterKey = (side: string) => `starter=${side}`;
export const colorKey = (color: string) => `color=${color}`;
export const objectiveKey = (objective: string) => `objective=${objective}`;

const TRACK_END = 29;

/** Return the own area, or undefined for a spectator. */
export function ownArea(view: CodexView): CodexArea | undefined {
  return view.seat === null ? undefined : view.players[view.seat]?.area;
}

/** Return the number of a spot, from 1, in the order of the area; 0 if it is not open. */
export function spotNumber(area: CodexArea, x: number, y: number): number {
  return area.spots.findIndex((spot) => spot.x === x && spot.y === y) + 1;
}

/** Return true if the front of a card cannot be placed now, so that it is placed face down at once. */
export function isBackOnly(view: CodexView, id: string): boolean {
  const area = ownArea(view);
  return area !== undefined && lacking(area, id) !== "";
}

/**
 * A placement is a card and a spot. A card lies front up; turning it over is a step between them.
 * A card whose front cannot be placed needs no such step.
 */
export function steps(action: Action, view: CodexView): Step[] {
  const chosen = action as unknown as CodexAction;
  switch (chosen.type) {
    case "PlaceCodexCard":
      return placementSteps(chosen, view);
    case "DrawCodexCard":
      return [{ key: sourceKey(chosen.source), label: previewDraw(chosen, view)?.title }];
    case "PlaceCodexStarter":
      return [{ key: starterKey(chosen.side), label: words.starterSide[chosen.side] }];
    case "ChooseCodexColor":
      return [{ key: colorKey(chosen.color), label: words.colors[chosen.color] }];
    case "ChooseCodexObjective":
      return [{ key: objectiveKey(chosen.objective), label: objectiveText(chosen.objective) }];
  }
}

function placementSteps({ card: id, side, x, y }: PlaceCodexCard, view: CodexView): Step[] {
  const area = ownArea(view);
  const first = { key: cardKey(id), label: cardName(face(id, side)) };
  const spot = { key: spotKey(x, y), label: words.spot(area === undefined ? 0 : spotNumber(area, x, y)) };
  return side === "BACK" && !isBackOnly(view, id) ? [first, { key: FLIP, label: words.flip }, spot] : [first, spot];
}

export function preview(action: Action, view: CodexView): Preview | null {
  const chosen = action as unknown as CodexAction;
  if (view.seat === null) return null;
  switch (chosen.type) {
    case "PlaceCodexCard":
      return previewPlacement(chosen, view);
    case "DrawCodexCard":
      return previewDraw(chosen, view);
    case "PlaceCodexStarter":
      return previewStarter(chosen.side, view);
    case "ChooseCodexColor":
      return { title: words.capital(words.colors[chosen.color] ?? ""), sentence: "Your colour on the score track." };
    case "ChooseCodexObjective":
      return { title: objectiveText(chosen.objective), sentence: progressText(view, chosen.objective) };
  }
}

/** What a placement changes: points, corners, symbols, objectives and open spots. */
export interface Outcome {
  after: CodexArea;
  points: number;
  covered: number;
  /** The change of each visible symbol, in the order of `SYMBOLS`. */
  symbols: number[];
  /** The change of the points of the objectives that the seat knows. */
  goals: number;
  /** The numbers of other spots that are closed for good. */
  closed: number[];
  opened: number;
}

/** Return what a placement would change in the own area; null if the spot is not open. */
export function outcome(action: Omit<PlaceCodexCard, "type">, view: CodexView): Outcome | null {
  const { card: id, side, x, y } = action;
  const area = ownArea(view);
  if (area === undefined || spotNumber(area, x, y) === 0) return null;
  const after = withCard(area, id, side, x, y);
  const full = placementPoints(after, action);
  const { score } = view.players[view.seat!]!;
  const total = (subject: CodexArea) => ownObjectives(view).reduce((sum, goal) => sum + objectivePoints(subject, goal), 0);
  return {
    after,
    points: view.rules.trackCap ? Math.min(full, TRACK_END - score) : full,
    covered: coveredBy(after, x, y),
    symbols: after.symbols.map((count, index) => count - area.symbols[index]!),
    goals: total(after) - total(area),
    closed: area.spots.flatMap((spot, index) =>
      (spot.x === x && spot.y === y) || at(after.spots, spot.x, spot.y) ? [] : [index + 1]),
    opened: after.spots.filter((spot) => !at(area.spots, spot.x, spot.y)).length,
  };
}

function previewPlacement(action: PlaceCodexCard, view: CodexView): Preview | null {
  const found = outcome(action, view);
  if (found === null) return null;
  const number = spotNumber(ownArea(view)!, action.x, action.y);
  const points = found.points === 0 ? "no points" : `+${words.points(found.points)}`;
  const corners = `covers ${words.number(found.covered)} ${found.covered === 1 ? "corner" : "corners"}`;
  const badges = [
    found.points === 0 ? "" : `+${found.points} pt${found.points === 1 ? "" : "s"}`,
    found.goals === 0 ? "" : `★${words.signed(found.goals)}`,
  ];
  return {
    badge: badges.filter(Boolean).join(" ") || undefined,
    title: `${words.capital(words.spot(number))}: ${points}, ${corners}`,
    sentence: [symbolChanges(found.symbols), goalChange(found.goals), spotChanges(found)].filter(Boolean).join(" "),
  };
}

/** Return "1 insect more, 1 fungi fewer."; empty if all counts stay. */
function symbolChanges(changes: number[]): string {
  const letters = (sign: number) => changes.map((change, index) => SYMBOLS[index]!.repeat(Math.max(0, sign * change))).join("");
  const [more, fewer] = [letters(1), letters(-1)];
  const parts = [more && `${symbolAmount(more)} more`, fewer && `${symbolAmount(fewer)} fewer`].filter(Boolean);
  return parts.length > 0 ? `${parts.join(", ")}.` : "";
}

function goalChange(points: number): string {
  return points === 0 ? "" : `Objectives ${words.signed(points)}.`;
}

function spotChanges({ closed, opened }: Outcome): string {
  const parts = [
    opened > 0 ? `opens ${words.plural(opened, "spot")}` : "",
    closed.length > 0 ? `closes ${closed.length === 1 ? "spot" : "spots"} ${closed.join(", ")} for good` : "",
  ].filter(Boolean);
  return parts.length > 0 ? `${words.capital(parts.join(", "))}.` : "";
}

function previewDraw({ source }: DrawCodexCard, view: CodexView): Preview | null {
  if (source === "RESOURCE" || source === "GOLD") {
    const { left, top } = source === "GOLD" ? view.gold : view.resource;
    if (top === null) return { title: words.deckEmpty(source) };
    return { title: words.deck(source, left), sentence: `${words.capital(aCard(backFace(`${source} ${top}`)))} is on top.` };
  }
  const id = view.slots[Number(source.slice(5)) - 1];
  if (!id) return null;
  const front = face(id, "FRONT");
  const title = [cardName(front), pointsText(front)].filter(Boolean).join(", ");
  return { title: words.capital(title), sentence: needText(view, id) };
}

/** Return what a gold front needs, and what the own area lacks; undefined without needs. */
function needText(view: CodexView, id: string): string | undefined {
  const area = ownArea(view);
  const { needs } = card(id);
  if (area === undefined || needs === "") return undefined;
  const missing = lacking(area, id);
  return `Needs ${symbolAmount(needs)}: ${missing === "" ? "you have them" : `${symbolAmount(missing)} missing`}.`;
}

function previewStarter(side: Side, view: CodexView): Preview {
  const shown = face(view.players[view.seat!]!.starter, side);
  const open = [...shown.corners].filter((corner) => corner !== "x").length;
  const letters = shown.corners + shown.centre;
  const symbols = countSymbols(letters).some((count) => count > 0) ? symbolAmount(letters) : "no symbols";
  return { title: `${words.starterSide[side]}: ${symbols}`, sentence: `${words.plural(open, "open spot")} around it.` };
}

/** Return an objective in words: "2 points for three fungi cards in a line rising to the right". */
export function objectiveText(objective: string): string {
  const { points, needs } = card(objective);
  const cells = pattern(objective);
  return `${words.points(points)} for ${cells.length > 0 ? `every ${patternText(cells)}` : `every set of ${symbolAmount(needs)}`}`;
}

/** Return how far the own area is: "0 now, needs 1 quill"; undefined for a spectator. */
export function progressText(view: CodexView, objective: string): string | undefined {
  const area = ownArea(view);
  if (area === undefined || area.placed.length === 0) return undefined;
  const { points, missing, cards } = progress(area, objective);
  return `${words.now(points)}, ${missing === "" ? words.cardsOf(cards) : words.needs(missing)}`;
}
