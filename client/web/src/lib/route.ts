/**
 * The pages by address: `/`, `/j/CODE`, `/w/CODE`, `/t`, `/n?game=…` (the form of a new table) and `/r`, `/r/NUMBER`
 * or `/r/NUMBER/SEED` (a replay; the number after `#` is the move). `#/replay/NUMBER` is another name of a replay.
 */

export type Route =
  | { page: "start" }
  | { page: "join"; place: string }
  | { page: "watch"; place: string }
  | { page: "table" }
  | { page: "new"; wishes: URLSearchParams }
  | { page: "replay"; match: number; key: string };

/** Return the page of an address; the match of a replay is 0 if none is named. */
export function parse(path: string, search = "", hash = ""): Route {
  const [, first, place = "", key = ""] = (/^#(\/replay\/\d+)/.exec(hash)?.[1] ?? path).split("/");
  if (first === "r" || first === "replay") return { page: "replay", match: /^\d{1,9}$/.test(place) ? Number(place) : 0, key };
  if (first === "n") return { page: "new", wishes: new URLSearchParams(search) };
  if (first === "j" && place !== "") return { page: "join", place: decode(place) };
  if (first === "w" && place !== "") return { page: "watch", place: decode(place) };
  return first === "t" ? { page: "table" } : { page: "start" };
}

/** Return the code or number of a table from what a player typed: a code, a number or a link. */
export function placeOf(text: string): string {
  const typed = text.trim();
  const path = /\/[jw]\/([^/?#\s]+)/.exec(typed);
  return path ? decode(path[1]!) : typed;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
