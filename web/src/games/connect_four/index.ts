// Connect Four in the browser.
import type { GameClient } from "../../lib/gameClient";
import type { ConnectFourView } from "../../wire";
import CheckerSign from "../../lib/pieces/CheckerSign.svelte";
import Board from "./Board.svelte";

export default { Board, Sign: CheckerSign } satisfies GameClient<ConnectFourView>;
