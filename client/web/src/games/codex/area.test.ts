import { describe, expect, it } from "vitest";
import type { CodexArea } from "../../lib/messages";
import { coveredBy, coveredCorners, lacking, place, placementPoints, withCard } from "./area";
import { SYMBOLS, type Side } from "./cards";

type Placement = [string, Side, number, number];

function build(...cards: Placement[]): CodexArea {
  const area: CodexArea = { placed: [], symbols: [0, 0, 0, 0, 0, 0, 0], spots: [] };
  for (const [id, side, x, y] of cards) place(area, id, side, x, y);
  return area;
}

const count = (area: CodexArea, symbol: string) => area.symbols[SYMBOLS.indexOf(symbol)];
const spots = (area: CodexArea) => area.spots.map(({ x, y }) => `${x},${y}`);

/** The numbers are those of the tricky cases in the rules of Codex Naturalis. */
describe("an area", () => {
  it("has no spot at a hidden corner (T1, T2)", () => {
    expect(spots(build(["S05", "BACK", 0, 0]))).toEqual(["-1,1", "1,1"]);
    const area = build(["S01", "FRONT", 0, 0], ["R01", "FRONT", 1, 1], ["R08", "FRONT", 1, -1]);
    expect(spots(area)).not.toContain("2,0");
  });

  it("closes a spot for good (T9, T10)", () => {
    const area = build(["S01", "FRONT", 0, 0], ["R01", "BACK", 1, 1], ["R09", "FRONT", 2, 2]);
    expect(spots(area)).toEqual(expect.arrayContaining(["1,3", "3,1"]));
    expect(spots(withCard(area, "R02", "BACK", 3, 1))).not.toContain("3,3");
  });

  it("loses covered symbols before a card counts its own (T3, T5, T6)", () => {
    const before = build(["S03", "BACK", 0, 0], ["R08", "FRONT", 1, 1]);
    const after = withCard(before, "G02", "FRONT", 2, 2);
    expect([count(after, "F"), count(after, "P"), count(after, "K")]).toEqual([1, 1, 1]);
    expect(placementPoints(after, { card: "G02", side: "FRONT", x: 2, y: 2 })).toBe(1);
    const quills = build(["S03", "BACK", 0, 0], ["R05", "FRONT", 1, 1], ["R38", "BACK", -1, 1]);
    for (const [x, points] of [[2, 1], [-2, 2]] as const) {
      const placed = withCard(quills, "G11", "FRONT", x, 2);
      expect(placementPoints(placed, { card: "G11", side: "FRONT", x, y: 2 })).toBe(points);
    }
  });

  it("counts covered corners (T8)", () => {
    const area = build(["S01", "FRONT", 0, 0], ["R02", "BACK", 1, 1], ["R12", "BACK", -1, 1], ["R11", "BACK", -1, -1], ["R13", "BACK", 1, -1]);
    expect(coveredBy(area, 0, 2)).toBe(2);
    const after = withCard(area, "G16", "FRONT", 0, 2);
    expect(placementPoints(after, { card: "G16", side: "FRONT", x: 0, y: 2 })).toBe(4);
    expect(placementPoints(after, { card: "G16", side: "BACK", x: 0, y: 2 })).toBe(0);
  });

  it("knows what a gold front lacks (T4)", () => {
    const area = build(["S04", "FRONT", 0, 0]);
    expect(lacking(area, "G01")).toBe("F");
    expect(lacking(area, "R01")).toBe("");
    expect(lacking(withCard(area, "G01", "BACK", 1, 1), "G01")).toBe("");
  });

  it("knows which corners later cards cover", () => {
    const area = build(["S01", "FRONT", 0, 0], ["R01", "BACK", 1, 1], ["R02", "BACK", 2, 0]);
    expect(coveredCorners(area)).toEqual([[false, true, false, false], [false, false, false, true], [false, false, false, false]]);
  });

  it("is not changed by a preview", () => {
    const area = build(["S01", "FRONT", 0, 0]);
    const copy = structuredClone(area);
    withCard(area, "R01", "FRONT", 1, 1);
    expect(area).toEqual(copy);
  });
});
