// What the folder of a game in src/games exports: how to draw a view. It knows no rules.
import type { Component } from "svelte";

import type { Choice, GameInfo, Happening, OptionInfo, SeatInfo } from "../wire";
import type { Picking } from "./interaction/picking.svelte";
import type { Opponent, Setup } from "./setup/matchRequest";
import type { Sound } from "./sound";

/** The props of a board. It draws `view` and marks what can be picked with `picking.attributes`. */
export interface BoardProps<View> {
  view: View;
  /** The seat of the viewer: 0 or 1; null for a spectator. */
  seat: number | null;
  seats: [SeatInfo, SeatInfo];
  /** The seats that may act. */
  toAct: number[];
  picking: Picking;
  /** What happens now, for animation: a new array for each scene, empty when a match is first shown. */
  happened: Happening[];
  /** The seat to draw at the bottom: the viewer's, or in pass and play perhaps always the same. */
  near?: number;
  /** The seat that words call "you": the viewer's; null for a spectator, and in pass and play, where both have names. */
  you?: number | null;
  isOver: boolean;
  /** The position as plain text, for a client with `needsDrawing`. */
  drawing?: string;
}

/** The props of a field that a game brings for one of its options. */
export interface OptionFieldProps {
  /** For the label. */
  id: string;
  option: OptionInfo;
  value: string;
  onChange: (value: string) => void;
  /** Called with another option that the chosen value needs, where that can be changed. */
  onNeed?: ((name: string, value: string) => void) | undefined;
}

/** The props of a game's `Welcome.svelte`: what a player meets first on its page, beside the opponents. */
export interface WelcomeProps {
  game: GameInfo;
  /** What is chosen so far; sides and names can be set. */
  setup: Setup;
  /** The chances of the sides, in a sentence; empty where they are not known. */
  chances: string;
  /** Start a match. */
  onStart: (opponent: Opponent) => void;
  /** The player has seen everything: go on to the opponents. */
  onReady: () => void;
}

/** The props of a game's sign of a player: the seat, and the name of its side: "Red", or "Player 1" where it has none. */
export interface SignProps {
  seat: number;
  side: string;
}

/** The props of a game's scene at the end of a match. */
export interface EndingProps<View> {
  view: View;
  /** Whether the viewer has won; null in a draw, for spectators, and on one device, where one of both has. */
  won: boolean | null;
}

/** The props of a game's `Scene.svelte`: a picture of the story of its campaign. */
export interface SceneProps {
  /** As the campaign names it. */
  name: string;
  /** It ends badly: shown at dusk. */
  isSad?: boolean;
}

/** A choice that changes a draft. */
export interface DraftChoice extends Choice {
  /** The draft after it; null: the draft is sent. */
  draft: string[] | null;
  /** What it looks and sounds like. */
  happening: Happening | null;
}

/** How a match looks with a draft: actions that were put together on the board and are not sent yet. */
export interface Drafted<View> {
  view: View;
  /** What can be picked to change the draft. */
  choices: DraftChoice[];
  /** What is left of the draft: without actions that have been played or are not legal any more. */
  draft: string[];
  /** What is asked now; empty: what the server asks. */
  prompt: string;
  /** Why picks do not change the draft, or the picks to ask the server about. */
  whyNot(picks: string[]): string | string[];
}

export interface GameClient<View> {
  Board: Component<BoardProps<View>>;
  /** A drawn scene for the end of a match, above the result. */
  Ending?: Component<EndingProps<View>>;
  /** Return the match with a draft of some actions; null: no actions are drafted now, each is played at once. */
  drafting?(view: View, choices: Choice[], draft: string[]): Drafted<View> | null;
  /** The piece of a player, drawn beside the name; without it, the shape of the seat. */
  Sign?: Component<SignProps>;
  /** The board shows the position as the server draws it in plain text. */
  needsDrawing?: boolean;
  /** Every action is confirmed, whatever the settings say: it is chosen in secret. */
  alwaysConfirm?: boolean;
  /** Whether this action is confirmed, whatever the settings say. */
  mustConfirm?: (choice: Choice) => boolean;
  /** The question to ask before an action that gives something up: "You still have 7 points. Stop anyway?" */
  asksFirst?(choice: Choice, view: View, choices: Choice[]): string | null;
  /** By kind of happening: for how many milliseconds it is shown; 0: together with the one before it. */
  beats?: Record<string, number>;
  /** By kind of happening: what it sounds like. */
  sounds?: Record<string, Sound>;
  /**
   * The view while some happenings of an update are still to come; without it, the board shows their result at once.
   *
   * @param before the view before the update
   * @param done what has happened of the update, what is shown now included
   */
  meanwhile?(after: View, coming: Happening[], before: View, done: Happening[]): View;
  /** Pass and play: the board always turns to the player whose turn it is, since nobody can play from the far side. */
  turns?: boolean;
  /** Pass and play: the view without any secrets, while the player needs none of them; null where they are needed. */
  openly?(view: View): View | null;
  /** The label of the button that confirms an action: "Submit". */
  confirmWord?: string;
  /** Links to pages of the game's own (its folder `pages`), as path and label: ["/decks", "Deck workshop"]. */
  pages?: [path: string, label: string][];
  /** Fields for options that need more than a plain one, by the name of the option. */
  optionFields?: Record<string, Component<OptionFieldProps>>;
}
