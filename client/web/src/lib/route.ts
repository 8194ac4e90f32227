/** The pages by address: `/`, `/j/CODE`, `/w/CODE`, `/t`. */

export type Route =
  | { page: "start" }
  | { page: "join"; place: string }
  | { page: "watch"; place: string }
  | { page: "table" };

export function parse(path: string): Route {
  const [, first, place = ""] = path.split("/");
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
