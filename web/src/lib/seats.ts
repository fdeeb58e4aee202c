// Who sits at a table where nobody plays a match: in lessons and on slides.
import type { SeatInfo } from "../wire";

/** Seats that are called by their sides; one of them may be you. */
export function seatsOf(sides: string[], you: number | null = null): [SeatInfo, SeatInfo] {
  const seats = sides.map((side, seat) => ({
    name: seat === you ? "You" : side,
    side,
    kind: "person",
    is_here: true,
    left_ms: null,
    deadline_ms: null,
  }));
  return seats as [SeatInfo, SeatInfo];
}
