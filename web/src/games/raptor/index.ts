// Raptor in the browser.
import type { GameClient } from "../../lib/gameClient";
import type { RaptorView } from "../../wire";
import { drafting } from "./drafting";
import { asksFirst, meanwhile, openly } from "./turns";
import Board from "./Board.svelte";
import Ending from "./Finale.svelte";
import Sign from "./Sign.svelte";

export default {
  Board,
  Sign,
  Ending,
  beats: { escape: 900, jeep: 800, points: 800 },
  drafting,
  meanwhile,
  asksFirst,
  openly,
  mustConfirm: ({ picks }) => picks[0]!.startsWith("card:"), // chosen in secret
} satisfies GameClient<RaptorView>;
