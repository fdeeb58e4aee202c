import type { GameClient } from "../../lib/gameClient";
import type { SanguineView } from "../../wire";
import Board from "./Board.svelte";
import DeckField from "./DeckField.svelte";

export default {
  Board,
  pages: [["/decks", "Deck workshop"]],
  optionFields: { red_deck: DeckField, blue_deck: DeckField },
} satisfies GameClient<SanguineView>;
