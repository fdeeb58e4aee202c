import type { GameClient } from "../../lib/gameClient";
import type { SanguineView } from "../../wire";
import Board from "./Board.svelte";

export default { Board, pages: [["/decks", "Deck workshop"]] } satisfies GameClient<SanguineView>;
