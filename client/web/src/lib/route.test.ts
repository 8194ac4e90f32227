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
    ["/r", { page: "replay", match: 0, key: "" }],
    ["/r/12", { page: "replay", match: 12, key: "" }],
    ["/r/12/abc", { page: "replay", match: 12, key: "abc" }],
    ["/r/x", { page: "replay", match: 0, key: "" }],
  ])("%s", (path, route) => expect(parse(path)).toEqual(route));

  it("of a replay may be after the hash", () => {
    expect(parse("/", "", "#/replay/7")).toEqual({ page: "replay", match: 7, key: "" });
    expect(parse("/r/7", "", "#66")).toEqual({ page: "replay", match: 7, key: "" });
  });

  it("of the form keeps its wishes", () => {
    const route = parse("/n", "?game=uno&players=3");
    expect(route.page === "new" && Object.fromEntries(route.wishes)).toEqual({ game: "uno", players: "3" });
  });

  it.each([
    [" k7mq2x ", "k7mq2x"],
    ["http://host:7780/j/k7mq2x?from=chat", "k7mq2x"],
    ["table.example/w/31#x", "31"],
    ["12", "12"],
  ])("the table of %s", (typed, place) => expect(placeOf(typed)).toBe(place));
});
