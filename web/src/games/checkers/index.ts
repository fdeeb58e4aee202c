// Checkers in the browser.
import type { GameClient } from "../../lib/gameClient";
import type { CheckersView } from "../../wire";
import Board from "./Board.svelte";

export default { Board } satisfies GameClient<CheckersView>;
