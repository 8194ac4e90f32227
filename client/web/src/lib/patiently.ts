/** Requests that the page cannot go on without. */

import type { Received } from "./wire";

/** A request that the rate limit refused, perhaps because of other clients of the address, is sent again after this time. */
const LIMITED_MS = 2000;

/** Send a request, again while the rate limit refuses it; return its first other answer. */
export async function patiently(request: () => Promise<Received>): Promise<Received> {
  let answer = await request();
  while (answer.error === "RATELIMITED") {
    await new Promise((resolve) => setTimeout(resolve, LIMITED_MS));
    answer = await request();
  }
  return answer;
}
