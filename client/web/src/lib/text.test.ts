import { expect, it } from "vitest";
import { title, valueText, words } from "./text";

it.each([
  ["drawPile", "draw pile"],
  ["SelectUnoCard", "select uno card"],
  ["wd4Policy", "wd4 policy"],
  ["MUSHROOM_HUNTER", "mushroom hunter"],
  ["target_score", "target score"],
])("words of %s", (name, text) => expect(words(name)).toBe(text));

it("begins a title with a capital letter", () => expect(title("drawPile")).toBe("Draw pile"));

it.each([
  [null, "–"],
  [true, "yes"],
  [[], "–"],
  ["RED 7", "red 7"],
  ["YELLOW DRAW_2", "yellow draw 2"],
  ["7H", "7H"],
  [["A", 3], "A, 3"],
  [{ RED: 2, BLUE: 1 }, "red 2, blue 1"],
])("text of %j", (value, text) => expect(valueText(value)).toBe(text));
