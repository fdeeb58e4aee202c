// Connect Four in the browser.
import type { GameClient } from "../../lib/gameClient";
import type { ConnectFourView } from "../../wire";
import CheckerSign from "../../lib/pieces/CheckerSign.svelte";
import { DRAW_BEATS, meanwhileDrawing } from "../../lib/pieces/colourDraw";
import Board from "./Board.svelte";

export default {
  Board,
  Sign: CheckerSign,
  beats: { ...DRAW_BEATS, setup: 800 },
  meanwhile: meanwhileDrawing,
} satisfies GameClient<ConnectFourView>;
