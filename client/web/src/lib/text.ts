/** Words made from names of fields, messages and enumerations, for games without texts of their own. */

/** Split a name in camelCase, PascalCase or snake_case into lower-case words. */
export function words(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Return a name as the beginning of a sentence: `drawPile` is "Draw pile". */
export function title(name: string): string {
  return capital(words(name));
}

/** Return the text of a value of a field: words of enumerations in lower case, lists joined. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length > 0 ? value.map(valueText).join(", ") : "–";
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([key, entry]) => `${words(key)} ${valueText(entry)}`)
      .join(", ");
  }
  const text = String(value);
  return /^[A-Z][A-Z_]+( [A-Z0-9_]+)?$/.test(text) ? words(text) : text;
}
