import type { GameClient } from "../../lib/gameClient";
import type { SanguineView } from "../../wire";
import Board from "./Board.svelte";
import Sign from "./Sign.svelte";
import DeckField from "./DeckField.svelte";

export default {
  Board,
  Sign,
  pages: [["/decks", "Deck workshop"]],
  asksFirst: ({ picks }, _view, choices) =>
    picks[0] === "pass" && choices.length > 1 ? "You can still play a card. Pass anyway?" : null,
  optionFields: { red_deck: DeckField, blue_deck: DeckField },
} satisfies GameClient<SanguineView>;
