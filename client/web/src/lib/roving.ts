/**
 * Arrow keys among the targets of a group. One target of a group is in the tab order; the arrows move
 * to the nearest one in their direction, with Shift also to targets that cannot be chosen now. Page Down
 * and Page Up take all of them in order: a target that is never the nearest one is reached, too.
 */

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const TARGETS = "[data-step], [data-stop]";

/**
 * Return the index of the box that is nearest to `from` in a direction; -1 if there is none. Boxes
 * straight ahead are preferred to those at the side.
 */
export function nearest(from: Box, boxes: Box[], direction: Direction): number {
  const [x, y] = centre(from);
  let best = -1;
  let bestDistance = Infinity;
  boxes.forEach((box, index) => {
    const [dx, dy] = [centre(box)[0] - x, centre(box)[1] - y];
    const horizontal = direction === "ArrowLeft" || direction === "ArrowRight";
    const along = horizontal ? (direction === "ArrowRight" ? dx : -dx) : direction === "ArrowDown" ? dy : -dy;
    const aside = Math.abs(horizontal ? dy : dx);
    const distance = along + 2 * aside;
    if (along > 1 && distance < bestDistance) [best, bestDistance] = [index, distance];
  });
  return best;
}

function centre({ left, top, width, height }: Box): [number, number] {
  return [left + width / 2, top + height / 2];
}

function isDirection(key: string): key is Direction {
  return ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(key);
}

/** Return the index that follows an index among `count` targets in order, or precedes it; at the ends it wraps. */
export function following(index: number, count: number, key: "PageDown" | "PageUp"): number {
  return (index + (key === "PageDown" ? 1 : count - 1)) % count;
}

function isPage(key: string): key is "PageDown" | "PageUp" {
  return key === "PageDown" || key === "PageUp";
}

/** Attachment: make the targets inside the element one stop of the Tab key. */
export function roving(group: HTMLElement): () => void {
  let current: HTMLElement | null = null;
  const targets = () => [...group.querySelectorAll<HTMLElement>(TARGETS)];

  function arrange() {
    const all = targets();
    if (current === null || !all.includes(current) || (!current.dataset.state && current !== document.activeElement)) {
      current = all.find((element) => element.dataset.state !== undefined) ?? all[0] ?? null;
    }
    for (const element of all) {
      const tabIndex = element === current ? 0 : -1;
      if (element.tabIndex !== tabIndex) element.tabIndex = tabIndex;
    }
  }

  function move(event: KeyboardEvent) {
    const { key, target } = event;
    if (!(isDirection(key) || isPage(key)) || !(target instanceof HTMLElement)) return;
    const from = target.closest<HTMLElement>(TARGETS);
    if (from === null) return;
    const stops = targets().filter(
      (element) => element === from || event.shiftKey || element.dataset.state !== undefined || "stop" in element.dataset,
    );
    event.preventDefault();
    if (isPage(key)) return stops[following(stops.indexOf(from), stops.length, key)]!.focus();
    const others = stops.filter((element) => element !== from);
    others[nearest(from.getBoundingClientRect(), others.map((element) => element.getBoundingClientRect()), key)]?.focus();
  }

  function focused(event: FocusEvent) {
    if (event.target instanceof HTMLElement && event.target.matches(TARGETS)) {
      current = event.target;
      arrange();
    }
  }

  const observer = new MutationObserver(arrange);
  observer.observe(group, { subtree: true, childList: true, attributeFilter: ["data-state", "data-step"] });
  group.addEventListener("keydown", move);
  group.addEventListener("focusin", focused);
  arrange();
  return () => {
    observer.disconnect();
    group.removeEventListener("keydown", move);
    group.removeEventListener("focusin", focused);
  };
}
