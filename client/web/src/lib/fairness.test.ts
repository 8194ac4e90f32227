import { expect, it } from "vitest";
import { digest, isFair } from "./fairness";

const ZERO_HASH = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"; // docs/protocol.md

it("accepts the seed with the hash that was shown", async () => expect(await isFair("00", ZERO_HASH)).toBe(true));
it("refuses another seed", async () => expect(await isFair("01", ZERO_HASH)).toBe(false));
it("does not judge without the hash", async () => expect(await isFair("00", "")).toBeNull());

it.each([0, 1, 55, 56, 63, 64, 65, 200])("the digest without TLS equals that of the browser for %i bytes", async (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => index * 7);
  expect(digest(bytes)).toEqual(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
});
