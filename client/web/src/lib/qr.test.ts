import { expect, it } from "vitest";
import { qrCode } from "./qr";

const draw = (text: string) => qrCode(text)!.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));

it("has the smallest size that the text needs", () => {
  expect(qrCode("a".repeat(14))).toHaveLength(21);
  expect(qrCode("a".repeat(15))).toHaveLength(25);
  expect(qrCode("a".repeat(106))).toHaveLength(41);
  expect(qrCode("a".repeat(107))).toBeNull();
});

it("draws the code that a reader has read as this text", () => {
  expect(draw("tavolata").join("\n")).toMatchInlineSnapshot(`
    "#######.......#######
    #.....#.#.....#.....#
    #.###.#....##.#.###.#
    #.###.#...##..#.###.#
    #.###.#.#..##.#.###.#
    #.....#....#..#.....#
    #######.#.#.#.#######
    .........#...........
    #.#.#.#...#.#...#..#.
    #..#...#...#.#.###.##
    ..#.####...#.########
    ...#...#######.#...#.
    ..#...#...##..####.##
    ........#.#...#.#...#
    #######..#..#..##..##
    #.....#...#...#....#.
    #.###.#.#.#.#.#.#....
    #.###.#..#.#.#.##.##.
    #.###.#.#..#.#####..#
    #.....#..#####.#...#.
    #######.####.###...##"
  `);
});
