// Raptor in the browser.
import type { GameClient } from "../../lib/gameClient";
import type { RaptorView } from "../../wire";
import Board from "./Board.svelte";

export default {
  Board,
  mustConfirm: ({ picks }) => picks[0]!.startsWith("card:"), // chosen in secret
} satisfies GameClient<RaptorView>;
