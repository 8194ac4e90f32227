/** "Since your last turn": what the others did, in at most four lines. */

export interface Happening {
  /** The seat that did it; null if it concerns nobody in particular. */
  seat: number | null;
  text: string;
}

const MOST_LINES = 4;

/**
 * Return at most four lines, the newest last. Sentences of one player that follow each other share a
 * line; the name is not repeated.
 */
export function recap(happenings: Happening[], name: (seat: number | null) => string): string[] {
  const groups: { seat: number | null; texts: string[] }[] = [];
  for (const { seat, text } of happenings) {
    const last = groups.at(-1);
    if (last !== undefined && last.seat === seat && seat !== null) last.texts.push(text);
    else groups.push({ seat, texts: [text] });
  }
  return groups.slice(-MOST_LINES).map(({ seat, texts }) => join(texts, name(seat)));
}

function join(texts: string[], name: string): string {
  const parts = texts.map((text, index) => {
    const bare = text.replace(/\.$/, "");
    const prefix = [`${name} `, `${name}: `].find((start) => name !== "" && bare.startsWith(start));
    return index > 0 && prefix !== undefined ? bare.slice(prefix.length) : bare;
  });
  return parts.join(", ");
}
