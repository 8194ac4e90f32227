/** What the player looks at. The board, the rail and the keys share it. */

const STEP = 1.25;
const LEAST = 0.25;
const MOST = 1.6;

/** A number; "all" shows the whole area; "auto" does so unless spots would be smaller than 44 pixels. */
type Scale = number | "auto" | "all";

class Desk {
  /** The seat whose area is shown instead of the usual one; null for the usual one. */
  seat: number | null = $state(null);
  scale: Scale = $state("auto");
  /** The scale that is drawn now. */
  drawn = 1;

  look(seat: number | null): void {
    this.seat = seat;
    this.scale = "auto";
  }

  zoomIn(): void {
    this.scale = Math.min(MOST, this.drawn * STEP);
  }

  zoomOut(): void {
    this.scale = Math.max(LEAST, this.drawn / STEP);
  }

  showAll(): void {
    this.scale = this.scale === "all" ? "auto" : "all";
  }
}

export const desk = new Desk();
