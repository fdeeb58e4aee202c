// How a deck is tried out: the board, the sides, the opponent's deck and the computer's level.
import { type Deck, SHIPPED, toText } from "./deck";
import type { Options } from "./verdict";

export class Trial {
  /** The player's: 0 is Red. */
  side = $state<0 | 1>(0);
  /** The other deck: one that comes with the game, or the id of one of your own. */
  rival = $state("harbor");
  rows = $state(3);
  cols = $state(5);
  handSize = $state(5);
  level = $state("casual");

  /** The options of a match with this deck. */
  options(deck: Deck, others: Deck[]): Options {
    const rival = others.find(({ id }) => id === this.rival);
    const own = toText(deck.cards);
    const other = rival ? toText(rival.cards) : SHIPPED[this.rival] ? this.rival : "harbor";
    return {
      rows: this.rows || 0,
      cols: this.cols || 0,
      hand_size: this.handSize || 0,
      extended: deck.extended ? "yes" : "no",
      red_deck: this.side === 0 ? own : other,
      blue_deck: this.side === 0 ? other : own,
    };
  }
}
