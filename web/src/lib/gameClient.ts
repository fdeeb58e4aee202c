// What the folder of a game in src/games exports: how to draw a view. It knows no rules.
import type { Component } from "svelte";

import type { Choice, Happening, SeatInfo } from "../wire";
import type { Picking } from "./interaction/picking.svelte";

/** The props of a board. It draws `view` and marks what can be picked with `picking.attributes`. */
export interface BoardProps<View> {
  view: View;
  /** The seat of the viewer: 0 or 1; null for a spectator. */
  seat: number | null;
  seats: [SeatInfo, SeatInfo];
  /** The seats that may act. */
  toAct: number[];
  picking: Picking;
  /** The happenings of the last update, for animation: a new array each time, empty when a match is first shown. */
  happened: Happening[];
  isOver: boolean;
  /** The position as plain text, for a client with `needsDrawing`. */
  drawing?: string;
}

export interface GameClient<View> {
  Board: Component<BoardProps<View>>;
  /** The board shows the position as the server draws it in plain text. */
  needsDrawing?: boolean;
  /** Every action is confirmed, whatever the settings say: it is chosen in secret. */
  alwaysConfirm?: boolean;
  /** Whether this action is confirmed, whatever the settings say. */
  mustConfirm?: (choice: Choice) => boolean;
  /** The label of the button that confirms an action: "Submit". */
  confirmWord?: string;
  /** Links to pages of the game's own (its folder `pages`), as path and label: ["/decks", "Deck workshop"]. */
  pages?: [path: string, label: string][];
}
