/** What one seat sees and a spectator does not; replays of finished matches show it. */

import type { AnyView } from "./wire";

/** Return the fields of the view of a seat that differ from those of a spectator. */
export function hiddenFields(own: AnyView, open: AnyView): [string, unknown][] {
  const shown = open as unknown as Record<string, unknown>;
  return Object.entries(own as unknown as Record<string, unknown>).filter(
    ([name, value]) => name !== "seat" && JSON.stringify(value) !== JSON.stringify(shown[name]),
  );
}

/** Return true if a seat sees more than a spectator; `views` are those of the seats, then that of the spectator. */
export function hidesAnything(views: AnyView[]): boolean {
  const open = views.at(-1)!;
  return views.slice(0, -1).some((own) => hiddenFields(own, open).length > 0);
}
