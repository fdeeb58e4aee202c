import type { GameClient } from "../../lib/gameClient";
import type { PatchworkView } from "../../wire";
import Board from "./Board.svelte";
import { meanwhile } from "./meanwhile";
import Token from "./Token.svelte";

export default {
  Board,
  Sign: Token,
  turns: true, // the quilt of the player whose turn it is lies in front: patches are laid there
  beats: { buy: 900, special: 600, move: 700, advance: 900, income: 800, collect: 800, seven: 1_200, home: 600 },
  meanwhile,
} satisfies GameClient<PatchworkView>;
