// The seats of a game: their default names, and seats for lessons and slides, which have no players.
import type { SeatInfo } from "../wire";

/** The default name of a player; games whose sides have no names of their own use it for their sides too. */
const DEFAULT_NAMES = ["Player 1", "Player 2"] as const;

export function defaultName(seat: number): string {
  return DEFAULT_NAMES[seat]!;
}

/** Whether a side has a name of its own, such as "Red". */
export function isNamed(side: string): boolean {
  return !(DEFAULT_NAMES as readonly string[]).includes(side);
}

/** Seats that are named by their sides; one of them may be you. */
export function seatsOf(sides: string[], you: number | null = null): [SeatInfo, SeatInfo] {
  const seats = sides.map((side, seat) => ({
    name: seat === you ? "You" : side,
    side,
    kind: "person",
    is_here: true,
    left_ms: null,
    deadline_ms: null,
    claim_in_ms: null,
  }));
  return seats as [SeatInfo, SeatInfo];
}

/** The newest names and clocks, with the sides that are on screen: a draw for them may still be shown. */
export function withSides(newest: [SeatInfo, SeatInfo], shown: SeatInfo[]): [SeatInfo, SeatInfo] {
  return newest.map((info, seat) => ({ ...info, side: shown[seat]!.side })) as [SeatInfo, SeatInfo];
}
