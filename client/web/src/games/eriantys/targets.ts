/** Targets of pieces that share a step: two red students of an entrance are equal. */

import type { Choice } from "../../lib/choice.svelte";

/**
 * Return the attributes of the piece with this index among equal ones. The first ones show as chosen;
 * a click on a chosen one takes it back.
 */
export function pieceTarget(choice: Choice, key: string, index: number) {
  const attributes = choice.target(key);
  const chosen = choice.path.filter((step) => step === key).length;
  if (index < chosen) return { ...attributes, "data-state": "chosen" as const, onclick: () => choice.unpick(key) };
  if (chosen === 0) return attributes;
  const state = choice.isLegal(key) ? ("legal" as const) : undefined;
  return {
    ...attributes,
    "data-state": state,
    "aria-pressed": undefined,
    "aria-disabled": state === undefined ? ("true" as const) : undefined,
    onclick: (event: MouseEvent) => { if (state !== undefined) attributes.onclick(event); },
  };
}

/** Return the part of a step of this kind that is chosen: `chosenPart(choice, "character=")`. */
export function chosenPart(choice: Choice, prefix: string): string | null {
  return choice.path.find((key) => key.startsWith(prefix))?.slice(prefix.length) ?? null;
}
