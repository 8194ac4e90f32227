/** The form in which the generic board shows a value, by the form of the value alone. */

export type Shape = "text" | "flag" | "chips" | "grid" | "counters" | "table" | "record" | "list";

type Fields = Record<string, unknown>;

const SHORT = 24;

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value !== "object";
}

export function shapeOf(value: unknown): Shape {
  if (typeof value === "boolean") return "flag";
  if (Array.isArray(value)) return listShape(value);
  if (!isRecord(value)) return "text";
  const entries = Object.values(value);
  return entries.length > 0 && entries.every((entry) => typeof entry === "number") ? "counters" : "record";
}

function listShape(list: unknown[]): Shape {
  if (list.length === 0) return "text";
  if (isGrid(list)) return "grid";
  if (list.every(isScalar)) return list.every((entry) => String(entry).length <= SHORT) ? "chips" : "list";
  return list.every((entry) => isRecord(entry) && sameKeys(entry, list[0] as Fields)) ? "table" : "list";
}

/** At least two rows of the same length, longer than one character: a board of characters. */
function isGrid(list: unknown[]): list is string[] {
  const [first] = list;
  if (typeof first !== "string" || first.length < 3 || first.length > 16 || list.length < 3) return false;
  return list.every((row) => typeof row === "string" && row.length === first.length && !row.trim().includes(" "));
}

function sameKeys(left: Fields, right: Fields): boolean {
  return Object.keys(left).join() === Object.keys(right).join();
}

/** Return the paths of all values that differ, such as `players.0.score`. */
export function changedPaths(before: unknown, after: unknown, path = ""): Set<string> {
  const found = new Set<string>();
  collect(before, after, path, found);
  return found;
}

function collect(before: unknown, after: unknown, path: string, found: Set<string>): void {
  if (before === after) return;
  if (!isContainer(before) || !isContainer(after)) {
    found.add(path);
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    collect(before[key], after[key], path === "" ? key : `${path}.${key}`, found);
  }
}

function isContainer(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
