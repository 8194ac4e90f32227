/** The line below the hand: what the chosen cards are used for. */

import type { RummyView } from "../../lib/messages";
import { listed, short } from "./cards";
import { placed, type Plan } from "./plan";
import { words } from "./words";

const { status } = words;

export function statusOf(view: RummyView, chosen: readonly string[], plan: Plan): string {
  const owed = view.owed !== null && !placed(plan).includes(view.owed) ? status.owed(short(view.owed)) : "";
  if (chosen.length === 0) return owed || status.none;
  const parts = [
    plan.melds.length > 0 ? status.newMelds(plan.melds.length) : "",
    ...[...plan.layOffs].map(([meld, cards]) => status.layOff(cards.length, meld)),
    plan.discard === null ? "" : status.discard(short(plan.discard)),
    plan.loose.length > 0 ? status.loose(listed(plan.loose)) : "",
  ].filter(Boolean);
  return [`${status.count(chosen.length)}: ${parts.join(", ")}.`, owed].filter(Boolean).join(" ");
}
