// Checkers in the browser.
import type { GameClient } from "../../lib/gameClient";
import type { CheckersView } from "../../wire";
import CheckerSign from "../../lib/pieces/CheckerSign.svelte";
import Board from "./Board.svelte";

export default { Board, Sign: CheckerSign } satisfies GameClient<CheckersView>;
