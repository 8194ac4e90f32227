import { describe, expect, it } from "vitest";
import { backFace, backOf, card, countSymbols, face } from "./cards";
import { faceText } from "./words";

describe("the cards of Codex Naturalis", () => {
  it("have two sides", () => {
    expect(face("G04", "FRONT")).toMatchObject({ kind: "GOLD", kingdom: "F", corners: "..x.", points: 2, needs: "FFFA" });
    expect(face("G04", "BACK")).toMatchObject({ corners: "....", centre: "F", points: 0, needs: "", isBack: true });
    expect(face("S05", "BACK")).toMatchObject({ kind: "STARTER", corners: "..xx", centre: "PAI" });
  });

  it("have a back that names deck and kingdom", () => {
    expect([backOf("R21"), backOf("G31")]).toEqual(["RESOURCE ANIMAL", "GOLD INSECT"]);
    expect(backFace("GOLD INSECT")).toEqual(face("G31", "BACK"));
    expect(() => card("R99")).toThrow("no card R99");
  });

  it("are described completely", () => {
    expect(faceText(face("G02", "FRONT"))).toBe(
      "gold fungi card, front, 1 point per inkwell, needs 2 fungi and 1 plant, corners: top left empty, top right inkwell, bottom left none, bottom right empty",
    );
    expect(faceText(face("R21", "BACK"))).toBe("animal card, back, centre 1 animal, four empty corners");
  });

  it("count symbols in the order of an area", () => {
    expect(countSymbols("QKF.xF")).toEqual([2, 0, 0, 0, 1, 1, 0]);
  });
});
