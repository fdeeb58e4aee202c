// Turns what was chosen on the set-up page into the request for a match.
import type { GameInfo, MatchRequest, OptionInfo, SeatRequest } from "../../wire";
import { defaultName } from "../seats";

/** A level of the computer, a second player on this device, or the person who opens the invite link. */
export type Opponent = { kind: "computer"; level: string } | { kind: "hotseat" } | { kind: "link" };
export const FIRST = ["random", "me", "opponent"] as const;
/** Who gets the first seat. */
export type First = (typeof FIRST)[number];
export type Widget = "checkbox" | "select" | "number" | "text";

/** Everything that can be chosen on the set-up page. */
export interface Setup {
  /** The changed options, by name. */
  options: Record<string, string>;
  pace: string;
  first: First;
  /** Pass and play: the names of the players, by seat. */
  names: [string, string];
  isPublic: boolean;
  isRated: boolean;
}

export function widgetOf(option: OptionInfo): Widget {
  if (option.is_text) return "text";
  if (option.names.length === 2 && option.names[0] === "no" && option.names[1] === "yes") return "checkbox";
  return option.names.length ? "select" : "number";
}

/** The label of an option. */
export function optionLabel(option: OptionInfo): string {
  return option.label || labelOf(option.name);
}

/** The label of a value, or of an option without its own: "quick_colours" gives "Quick colours". */
export function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words[0]!.toUpperCase() + words.slice(1);
}

/** The request for a match; `chance` is a number from 0 to 1 that decides where the seats are random. */
export function matchRequest(game: GameInfo, opponent: Opponent, setup: Setup, chance: number): MatchRequest {
  const isOnline = opponent.kind === "link";
  return {
    game: game.id,
    seats: seatRequests(opponent, setup, chance),
    options: changedOptions(game.options, setup.options),
    pace: setup.pace,
    is_public: isOnline && setup.isPublic,
    is_rated: isOnline && setup.isRated,
  };
}

function seatRequests(opponent: Opponent, { first, names }: Setup, chance: number): [SeatRequest, SeatRequest] {
  if (opponent.kind === "hotseat") return [hotseat(names, 0), hotseat(names, 1)];
  const other: SeatRequest =
    opponent.kind === "computer" ? { kind: "computer", level: opponent.level } : { kind: "open" };
  const isMeFirst = first === "random" ? chance < 0.5 : first === "me";
  return isMeFirst ? [{ kind: "me" }, other] : [other, { kind: "me" }];
}

function hotseat(names: readonly string[], seat: number): SeatRequest {
  return { kind: "me", name: names[seat]!.trim() || defaultName(seat) };
}

/** The options that differ from their defaults, numbers as numbers. */
export function changedOptions(options: OptionInfo[], chosen: Record<string, string>): Record<string, number | string> {
  const changed = options.filter(
    ({ name, default: standard }) => chosen[name] !== undefined && chosen[name] !== standard,
  );
  return Object.fromEntries(
    changed.map((option) => {
      const value = chosen[option.name]!;
      return [option.name, widgetOf(option) === "number" ? Number(value) : value];
    }),
  );
}
