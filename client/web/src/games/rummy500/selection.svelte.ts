/** The cards of the hand that the player has chosen, and the places that the player named for them. */

import type { Order } from "./groups";
import type { Place } from "./plan";

export class Selection {
  cards: string[] = $state.raw([]);
  wanted: ReadonlyMap<string, Place> = $state.raw(new Map());

  has(card: string): boolean {
    return this.cards.includes(card);
  }

  /** Choose a card, or take it back. */
  toggle(card: string): void {
    if (this.has(card)) this.keep(this.cards.filter((one) => one !== card));
    else this.cards = [...this.cards, card];
  }

  /** Choose cards for a place; with "pile" the earlier discard is forgotten. */
  put(cards: string[], place: Place): void {
    const wanted = [...this.wanted].filter(([, other]) => place !== "pile" || other !== "pile");
    this.wanted = new Map([...wanted, ...cards.map((card): [string, Place] => [card, place])]);
    this.cards = [...this.cards.filter((card) => !cards.includes(card)), ...cards];
  }

  /** Choose exactly these cards; places are kept only for them. */
  keep(cards: string[]): void {
    this.cards = cards;
    this.wanted = new Map([...this.wanted].filter(([card]) => cards.includes(card)));
  }

  clear(): void {
    if (this.cards.length > 0) this.keep([]);
  }
}

/** The order of the hand; it lasts as long as the page. */
export const sorting = $state<{ order: Order }>({ order: "use" });

/** What the keys of the game do; the board that is shown sets it. Each returns true if it did something. */
export const handlers: { takeTop?: () => boolean; chooseAll?: () => boolean; discard?: () => boolean } = {};
