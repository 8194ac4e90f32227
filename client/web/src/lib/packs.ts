/** The packs of the games. Each one is a chunk of its own, loaded when a table of the game opens. */

import type { Component } from "svelte";
import type { Pack } from "../games/pack";

interface Entry {
  pack: () => Promise<{ default: Pack }>;
  /** The picture on the start page. */
  art: () => Promise<{ default: Component }>;
}

const entries: Record<string, Entry> = {
  eriantys: { pack: () => import("../games/eriantys"), art: () => import("../games/eriantys/Art.svelte") },
  uno: { pack: () => import("../games/uno"), art: () => import("../games/uno/Art.svelte") },
  codex: { pack: () => import("../games/codex"), art: () => import("../games/codex/Art.svelte") },
  shelfie: { pack: () => import("../games/shelfie"), art: () => import("../games/shelfie/Art.svelte") },
  rummy500: { pack: () => import("../games/rummy500"), art: () => import("../games/rummy500/Art.svelte") },
};

/** Load the pack of a game. A game without one gets an empty pack: the generic board plays it. */
export async function loadPack(game: string): Promise<Pack> {
  const entry = entries[game];
  return entry === undefined ? {} : (await entry.pack()).default;
}

/** Load the picture of a game; null if it has none. */
export async function loadArt(game: string): Promise<Component | null> {
  const entry = entries[game];
  return entry === undefined ? null : (await entry.art()).default;
}
