import { expect, it } from "vitest";
import { hiddenFields, hidesAnything } from "./hidden";
import type { AnyView } from "./wire";

const view = (seat: number | null, hand: string[]) => ({ game: "sum", seat, total: 3, hand }) as unknown as AnyView;

it("finds the fields that a spectator sees in another form, without the seat", () => {
  expect(hiddenFields(view(0, ["a"]), view(null, []))).toEqual([["hand", ["a"]]]);
  expect(hiddenFields(view(0, []), view(null, []))).toEqual([]);
});

it("tells whether any seat sees more than a spectator", () => {
  expect(hidesAnything([view(0, []), view(1, ["b"]), view(null, [])])).toBe(true);
  expect(hidesAnything([view(0, []), view(1, []), view(null, [])])).toBe(false);
});
