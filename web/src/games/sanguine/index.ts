import type { GameClient } from "../../lib/gameClient";
import type { SanguineView } from "../../wire";
import Board from "./Board.svelte";
import Sign from "./Sign.svelte";
import DeckField from "./DeckField.svelte";
import { CHANGES, COUNT_MS, meanwhile, SPREAD_MS } from "./unfolding.svelte";

export default {
  Board,
  Sign,
  // Influence spreads from a card as one scene; so are the rows that are counted at the end.
  beats: {
    place: SPREAD_MS + 250,
    ...Object.fromEntries(CHANGES.map((kind) => [kind, 0])),
    draw_card: 400,
    row: COUNT_MS + 300,
  },
  meanwhile,
  sounds: { place: "card" },
  pages: [["/decks", "Deck workshop"]],
  asksFirst: ({ picks }, _view, choices) =>
    picks[0] === "pass" && choices.length > 1 ? "You can still play a card. Pass anyway?" : null,
  optionFields: { red_deck: DeckField, blue_deck: DeckField },
} satisfies GameClient<SanguineView>;
