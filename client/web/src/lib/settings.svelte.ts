/** The settings of this browser. They are kept in `localStorage` and applied to the document. */

export type Theme = "system" | "evening" | "noon";
export type Palette = "usual" | "cb";
export type Confirm = "costly" | "always" | "never";

export interface Values {
  theme: Theme;
  palette: Palette;
  letters: boolean;
  /** Show the generic board of lists and buttons instead of a drawn board. */
  lists: boolean;
  lessMotion: boolean;
  confirm: Confirm;
  /** The size of the text in percent. */
  size: number;
}

const KEY = "tavolata.settings";
const DEFAULTS: Values = {
  theme: "system",
  palette: "usual",
  letters: false,
  lists: false,
  lessMotion: false,
  confirm: "costly",
  size: 100,
};

class Settings {
  #values: Values = $state({ ...DEFAULTS, ...load() });

  get values(): Readonly<Values> {
    return this.#values;
  }

  /** Change a setting, keep it and apply it. */
  set<K extends keyof Values>(key: K, value: Values[K]): void {
    this.#values[key] = value;
    store(KEY, JSON.stringify(this.#values));
    this.apply();
  }

  /** Write the settings to the attributes of the document that the style sheet reads. */
  apply(): void {
    const root = document.documentElement;
    const { theme, palette, letters, lessMotion, size } = this.#values;
    const light = theme === "noon" || (theme === "system" && matchMedia("(prefers-color-scheme: light)").matches);
    root.dataset.theme = light ? "light" : "dark";
    root.dataset.palette = palette;
    root.dataset.letters = letters ? "on" : "off";
    root.dataset.motion = lessMotion ? "less" : "full";
    root.style.fontSize = `${size}%`;
  }

  /** True if nothing may move, by this setting or by that of the system. */
  get still(): boolean {
    return this.#values.lessMotion || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

function load(): Partial<Values> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Values>;
  } catch {
    return {}; // damaged, or storage is not allowed
  }
}

/** Write to `localStorage`; without permission the value lasts as long as the page. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Private windows may refuse; nothing else depends on it.
  }
}

export const settings = new Settings();
