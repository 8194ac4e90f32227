import { beforeEach, describe, expect, it } from "vitest";
import { desk } from "./desk.svelte";

describe("what the player looks at", () => {
  beforeEach(() => {
    desk.look(null);
    desk.drawn = 1;
  });

  it("is scaled in steps between two limits", () => {
    desk.zoomIn();
    expect(desk.scale).toBe(1.25);
    desk.drawn = 1.5;
    desk.zoomIn();
    expect(desk.scale).toBe(1.6);
    desk.drawn = 0.26;
    desk.zoomOut();
    expect(desk.scale).toBe(0.25);
  });

  it("is the whole area, or what can be chosen comfortably", () => {
    desk.showAll();
    expect(desk.scale).toBe("all");
    desk.showAll();
    expect(desk.scale).toBe("auto");
  });

  it("begins with the usual scale for another area", () => {
    desk.zoomIn();
    desk.look(2);
    expect([desk.seat, desk.scale]).toEqual([2, "auto"]);
  });
});
