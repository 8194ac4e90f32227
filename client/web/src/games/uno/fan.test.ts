import { describe, expect, it } from "vitest";
import { fan, RATIO, STRIP } from "./fan";

const WIDTHS = [300, 354, 599, 664, 920];

describe("the layout of a hand", () => {
  it("has every card once and stays within the width", () => {
    for (const width of WIDTHS) {
      for (let count = 1; count <= 40; count += 1) {
        const { width: card, stepX, rows } = fan(count, width);
        expect(rows.reduce((sum, length) => sum + length, 0)).toBe(count);
        expect(card + stepX * (Math.max(...rows) - 1)).toBeLessThanOrEqual(width + 0.01);
      }
    }
  });

  it("leaves a strip of each card that a finger can hit", () => {
    for (const width of WIDTHS) {
      for (let count = 2; count <= 40; count += 1) {
        const { stepX, stepY, rows } = fan(count, width);
        if (Math.max(...rows) > 1) expect(stepX).toBeGreaterThanOrEqual(STRIP);
        if (rows.length > 1) expect(stepY).toBeGreaterThanOrEqual(STRIP);
      }
    }
  });

  it("shows seven cards whole", () => {
    const desktop = fan(7, 920);
    expect(desktop.rows).toEqual([7]);
    expect(desktop.stepX).toBeGreaterThan(desktop.width);
    const phone = fan(7, 354);
    expect(phone.rows).toEqual([4, 3]);
    expect(phone.stepY).toBeGreaterThan(phone.width * RATIO);
  });
});
