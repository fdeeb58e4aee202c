// Connect Four in the browser.
import type { GameClient } from "../../lib/gameClient";
import type { ConnectFourView } from "../../wire";
import Board from "./Board.svelte";

export default { Board } satisfies GameClient<ConnectFourView>;
