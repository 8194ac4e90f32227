/** The mirror rules of Codex Naturalis. */

import type { CodexChange, CodexView } from "../../lib/messages";
import { removeOnce } from "../collections";
import type { Mirror } from "../pack";
import { place } from "./area";
import { backOf } from "./cards";

type Rules = {
  [Kind in CodexChange["kind"]]: (view: CodexView, change: Extract<CodexChange, { kind: Kind }>) => void;
};

const rules: Rules = {
  CodexStarterPlaced(view, { seat, side }) {
    const player = view.players[seat]!;
    place(player.area, player.starter, side, 0, 0);
  },

  CodexColorChosen(view, { seat, color }) {
    view.players[seat]!.color = color;
  },

  CodexObjectiveChosen(view, { seat, objective }) {
    view.players[seat]!.ready = true;
    if (seat === view.seat) Object.assign(view, { objective, offer: [] });
  },

  CodexCardPlaced(view, { seat, card, side, x, y, points }) {
    const player = view.players[seat]!;
    if (seat === view.seat) removeOnce(view.hand, card);
    removeOnce(player.hand, backOf(card));
    player.score += points;
    place(player.area, card, side, x, y);
  },

  CodexCardDrawn(view, { seat, source, back, resource, gold, refill, card }) {
    Object.assign(view, { resource, gold });
    if (source.startsWith("SLOT_")) view.slots[Number(source.slice(5)) - 1] = refill;
    const { hand } = view.players[seat]!;
    hand.push(back);
    hand.sort();
    if (seat === view.seat && card !== null) view.hand.push(card);
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
    view.players[seat]!.gone = true;
  },

  CodexObjectivesScored(view, { seat, points }) {
    view.players[seat]!.objectivePoints = points;
  },

  CodexGameEnded(view, { winners }) {
    Object.assign(view, { winners, turn: null, phase: "OVER" });
  },
};

export const mirror: Mirror<CodexView> = rules;
