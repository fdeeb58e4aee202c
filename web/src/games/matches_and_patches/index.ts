import type { GameClient } from "../../lib/gameClient";
import type { MatchesAndPatchesView } from "../../wire";
import Board from "./Board.svelte";

export default { Board, alwaysConfirm: true, confirmWord: "Submit" } satisfies GameClient<MatchesAndPatchesView>;
