import type { GameClient } from "../../lib/gameClient";
import type { PatchworkView } from "../../wire";
import Board from "./Board.svelte";
import Token from "./Token.svelte";

// The quilt of the player whose turn it is lies in front: patches are laid there.
export default { Board, Sign: Token, turns: true } satisfies GameClient<PatchworkView>;
