import type { GameClient } from "../../lib/gameClient";
import type { PatchworkView } from "../../wire";
import Board from "./Board.svelte";

// The quilt of the player whose turn it is lies in front: patches are laid there.
export default { Board, turns: true } satisfies GameClient<PatchworkView>;
