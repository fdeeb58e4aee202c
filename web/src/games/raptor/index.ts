// Raptor in the browser.
import type { GameClient } from "../../lib/gameClient";
import type { RaptorView } from "../../wire";
import { asksFirst, openly } from "./turns";
import Board from "./Board.svelte";
import Sign from "./Sign.svelte";

export default {
  Board,
  Sign,
  beats: { escape: 0, points: 800 },
  asksFirst,
  openly,
  mustConfirm: ({ picks }) => picks[0]!.startsWith("card:"), // chosen in secret
} satisfies GameClient<RaptorView>;
