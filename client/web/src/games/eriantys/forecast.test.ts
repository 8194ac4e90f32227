import { describe, expect, it } from "vitest";
import type { EriantysAction, EriantysView } from "../../lib/messages";
import { replay } from "../recordings";
import { forecast } from "./forecast";
import { mirror } from "./mirror";
import recorded from "./recorded.json?raw";

const own = replay<EriantysView>(recorded, mirror).filter(({ action }) => action !== null);
/** What a forecast leaves out: the bag, the next question and the end. */
const LEFT_OUT = ["CardRefilled", "CloudFilled", "StepStarted", "TurnEnded", "RoundStarted", "ActionPhaseStarted", "LastRound", "GameOver"];

describe("the forecast of Eriantys", () => {
  it("is what then happens", () => {
    expect(own.length).toBeGreaterThan(150);
    for (const { before, action, changes } of own) {
      const expected = changes.filter(({ kind }) => !LEFT_OUT.includes(kind));
      expect(forecast(before, action as unknown as EriantysAction)).toEqual(expected);
    }
  });

  it("was compared for all characters", () => {
    const used = own.flatMap(({ action }) => (action!.type === "UseCharacterCard" ? [action!.asset as string] : []));
    expect([...new Set(used)].sort()).toEqual([
      "CENTAUR", "FARMER", "GRANDMA", "HERALD", "JESTER", "KNIGHT", "MINSTREL", "MONK", "MUSHROOM_HUNTER", "POSTMAN", "PRINCESS", "THIEF",
    ]);
  });

  it("does not change the view", () => {
    for (const { before, action } of own) {
      const copy = structuredClone(before);
      forecast(before, action as unknown as EriantysAction);
      expect(before).toEqual(copy);
    }
  });
});
