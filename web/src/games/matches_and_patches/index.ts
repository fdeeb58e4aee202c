import type { GameClient } from "../../lib/gameClient";
import type { MatchesAndPatchesView } from "../../wire";
import Board from "./Board.svelte";
import Marker from "./Marker.svelte";
import { meanwhile } from "./meanwhile";

export default {
  Board,
  Sign: Marker,
  alwaysConfirm: true,
  confirmWord: "Submit",
  beats: { place: 1_000 }, // both tiles are seen before the markers cover them
  meanwhile,
} satisfies GameClient<MatchesAndPatchesView>;
