// What a game's folder in src/games gives to the client: it draws a view, and knows no rule.
import type { Component } from "svelte";

import type { Choice, Happening, SeatInfo } from "../wire";
import type { Picking } from "./interaction/picking.svelte";

/** What a board is given. It draws `view` and marks what can be picked with `picking.attributes`. */
export interface BoardProps<View> {
  view: View;
  /** The seat that looks: 0 or 1; null for those who watch. */
  seat: number | null;
  seats: [SeatInfo, SeatInfo];
  /** The seats that may act. */
  toAct: number[];
  picking: Picking;
  /** What the last update made happen, for animation; empty when a match is first shown. A new array for each update. */
  happened: Happening[];
  isOver: boolean;
}

export interface GameClient<View> {
  Board: Component<BoardProps<View>>;
  /** Every action is confirmed, whatever the settings say: it is chosen in secret. */
  alwaysConfirm?: boolean;
  /** Whether this action is confirmed, whatever the settings say. */
  mustConfirm?: (choice: Choice) => boolean;
  /** The words of the button that confirms an action: "Submit". */
  confirmWord?: string;
}
