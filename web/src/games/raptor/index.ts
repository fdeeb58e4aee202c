// Raptor in the browser.
import type { GameClient } from "../../lib/gameClient";
import type { RaptorView } from "../../wire";
import { asksFirst, openly } from "./turns";
import Board from "./Board.svelte";

export default {
  Board,
  beats: { escape: 0, points: 800 },
  asksFirst,
  openly,
  mustConfirm: ({ picks }) => picks[0]!.startsWith("card:"), // chosen in secret
} satisfies GameClient<RaptorView>;
