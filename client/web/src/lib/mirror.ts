/** The mirror rule: a view and a change give the next view. */

import type { Pack } from "../games/pack";
import type { AnyView, Change } from "./wire";

/** Return the view after a change; null if the pack has no rule for it, or if its rule fails. */
export function mirrored(pack: Pack, view: AnyView, change: Change): AnyView | null {
  const rule = pack.mirror?.[change.kind];
  if (rule === undefined) return null;
  try {
    const next = structuredClone(view);
    rule(next, structuredClone(change) as never);
    return next;
  } catch {
    return null;
  }
}
