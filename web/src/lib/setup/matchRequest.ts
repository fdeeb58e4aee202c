// From what somebody chose on the set-up sheet to the match that is asked for.
import type { GameInfo, MatchRequest, OptionInfo, SeatRequest } from "../../wire";

/** Whom somebody wants to play with: a level of the computer, somebody beside them, or whoever has the link. */
export type Opponent = { kind: "computer"; level: string } | { kind: "beside" } | { kind: "link" };
export type First = "me" | "other" | "lot";
export type Widget = "checkbox" | "select" | "number" | "text";

/** What the sheet holds. */
export interface Setup {
  /** By the name of the option; only what was changed. */
  options: Record<string, string>;
  pace: string;
  first: First;
  /** Of two people at this screen, whoever has the first seat first. */
  names: [string, string];
  isPublic: boolean;
  isRated: boolean;
}

export function widgetOf(option: OptionInfo): Widget {
  if (option.is_text) return "text";
  if (option.names.length === 2 && option.names[0] === "no" && option.names[1] === "yes") return "checkbox";
  return option.names.length ? "select" : "number";
}

/** An option's name as people write it: "quick_colours" gives "Quick colours". */
export function wordsOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words[0]!.toUpperCase() + words.slice(1);
}

/** Ask for a match; `lot` is a number from 0 to 1 that decides where the seats are drawn by lot. */
export function matchWish(game: GameInfo, opponent: Opponent, setup: Setup, lot: number): MatchRequest {
  const isOnline = opponent.kind === "link";
  return {
    game: game.id,
    seats: seatsWish(opponent, setup, lot),
    options: optionsWish(game.options, setup.options),
    pace: setup.pace,
    is_public: isOnline && setup.isPublic,
    is_rated: isOnline && setup.isRated,
  };
}

function seatsWish(opponent: Opponent, { first, names }: Setup, lot: number): [SeatRequest, SeatRequest] {
  if (opponent.kind === "beside") return [beside(names[0], "Player 1"), beside(names[1], "Player 2")];
  const other: SeatRequest =
    opponent.kind === "computer" ? { kind: "computer", level: opponent.level } : { kind: "open" };
  const isMeFirst = first === "lot" ? lot < 0.5 : first === "me";
  return isMeFirst ? [{ kind: "me" }, other] : [other, { kind: "me" }];
}

function beside(name: string, otherwise: string): SeatRequest {
  return { kind: "me", name: name.trim() || otherwise };
}

/** Give the options that differ from the usual ones. */
export function optionsWish(options: OptionInfo[], chosen: Record<string, string>): Record<string, number | string> {
  const changed = options.filter(({ name, default: usual }) => chosen[name] !== undefined && chosen[name] !== usual);
  return Object.fromEntries(
    changed.map((option) => {
      const value = chosen[option.name]!;
      return [option.name, widgetOf(option) === "number" ? Number(value) : value];
    }),
  );
}
