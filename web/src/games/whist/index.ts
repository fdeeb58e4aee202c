// The table of Whist.
import type { GameClient } from "../../lib/gameClient";
import type { WhistView } from "../../wire";
import Board from "./Board.svelte";

export default { Board } satisfies GameClient<WhistView>;
