// The table of Whist.
import type { GameClient } from "../../lib/gameClient";
import type { WhistView } from "../../wire";
import Board from "./Board.svelte";
import { meanwhile } from "./meanwhile";

export default {
  Board,
  beats: { back: 600, duel: 1_200, round_end: 6_000 },
  sounds: { back: "card", dealer: "card", pick: "card", tie: "card", trick: "capture" },
  meanwhile,
  // Taking and turning cards of the draw pile needs no hand, so the device can be passed without a curtain.
  openly: (view) => (view.phase === "take" ? { ...view, hand: [], unplayable: [], why_unplayable: "" } : null),
} satisfies GameClient<WhistView>;
