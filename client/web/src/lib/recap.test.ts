import { expect, it } from "vitest";
import { recap } from "./recap";

const name = (seat: number | null) => (seat === null ? "" : ["ada", "bob", "eve"][seat]!);

it("joins what one player did, without repeating the name", () => {
  const lines = recap([{ seat: 1, text: "bob drew 2 cards." }, { seat: 1, text: "bob lost the turn." }], name);
  expect(lines).toEqual(["bob drew 2 cards, lost the turn"]);
});

it("leaves out a name with a colon, too", () => {
  const lines = recap([{ seat: 1, text: "bob: card drawn." }, { seat: 1, text: "bob: turn lost." }], name);
  expect(lines).toEqual(["bob: card drawn, turn lost"]);
});

it("has a line for each player in the order of the moves", () => {
  const lines = recap([{ seat: 1, text: "bob drew." }, { seat: 2, text: "eve drew." }, { seat: 1, text: "bob drew." }], name);
  expect(lines).toEqual(["bob drew", "eve drew", "bob drew"]);
});

it("has at most four lines, the newest", () => {
  const lines = recap(Array.from({ length: 6 }, (_, index) => ({ seat: index % 2, text: `line ${index}.` })), name);
  expect(lines).toEqual(["line 2", "line 3", "line 4", "line 5"]);
});
