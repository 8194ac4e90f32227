import { describe, expect, it } from "vitest";
import { parse, placeOf } from "./route";

describe("addresses", () => {
  it.each([
    ["/", { page: "start" }],
    ["/j/k7mq2x", { page: "join", place: "k7mq2x" }],
    ["/j/", { page: "start" }],
    ["/w/12", { page: "watch", place: "12" }],
    ["/t", { page: "table" }],
    ["/j/%E0%A4%A", { page: "join", place: "%E0%A4%A" }],
  ])("%s", (path, route) => expect(parse(path)).toEqual(route));

  it.each([
    [" k7mq2x ", "k7mq2x"],
    ["http://host:7780/j/k7mq2x?from=chat", "k7mq2x"],
    ["table.example/w/31#x", "31"],
    ["12", "12"],
  ])("the table of %s", (typed, place) => expect(placeOf(typed)).toBe(place));
});
