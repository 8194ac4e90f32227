/**
 * The way of a piece from its old to its new place. Elements with `data-piece` are measured before and
 * after the view changes; those that moved are shown moving, by transform and opacity only.
 */

const MOVE_MS = 240;
const EASE = "cubic-bezier(.2,.8,.2,1)";

export interface Place {
  left: number;
  top: number;
  width: number;
}

/** Return the places of all pieces below the element. */
export function measure(root: HTMLElement): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const piece of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const { left, top, width } = piece.getBoundingClientRect();
    places.set(piece.dataset.piece!, { left, top, width });
  }
  return places;
}

/**
 * Show the pieces on their way from the places that were measured before. A piece that was not there
 * begins at the place of `data-from`, or fades in.
 */
export function travel(root: HTMLElement, before: Map<string, Place>): void {
  if (before.size === 0) return;
  for (const piece of root.querySelectorAll<HTMLElement>("[data-piece]")) {
    const from = before.get(piece.dataset.piece!) ?? before.get(piece.dataset.from ?? "");
    const { left, top, width } = piece.getBoundingClientRect();
    if (from === undefined) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MOVE_MS, easing: EASE });
      continue;
    }
    const [dx, dy] = [from.left - left, from.top - top];
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) continue;
    const scale = width > 0 ? from.width / width : 1;
    piece.animate(
      [{ transformOrigin: "0 0", transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transformOrigin: "0 0", transform: "none" }],
      { duration: MOVE_MS, easing: EASE },
    );
  }
}
