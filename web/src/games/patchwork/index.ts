import type { GameClient } from "../../lib/gameClient";
import type { PatchworkView } from "../../wire";
import Board from "./Board.svelte";

export default { Board } satisfies GameClient<PatchworkView>;
