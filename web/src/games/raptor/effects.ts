// Short animations of what happened. They only decorate: the board shows the result without them.
import { CAPTURE_MS, PIECE_MS, fadeIn, travel, turnUp } from "../../lib/motion";
import { settings } from "../../lib/settings.svelte";
import type { Happening } from "../../wire";
import type { DrawingName } from "./cards";

/** A drawing shown over a space for a moment, which may come from another space. */
export interface Overlay {
  space: string;
  drawing: DrawingName;
  from?: string | undefined;
}

const OVERLAYS: Record<string, DrawingName> = {
  gas: "gas",
  sleep: "dart",
  shoot: "dart",
  kill: "scientist",
  capture: "asleep",
  fear: "roar",
  jeep: "jeep",
  disappear: "mother",
  mother: "dust",
  scientist: "dust",
  heal: "heal",
  wake: "heal",
  escape: "baby",
};
const COMES_FROM = new Set(["sleep", "shoot", "jeep"]);

/** Return the overlays for what happened; a baby that escapes comes from where its step began. */
export function overlaysOf(happened: Happening[]): Overlay[] {
  const overlays: Overlay[] = [];
  for (const [index, { kind, data }] of happened.entries()) {
    const { from, to, space, fires } = data;
    for (const fire of (fires ?? []) as string[]) overlays.push({ space: fire, drawing: "fire" });
    const drawing = OVERLAYS[kind];
    const isMove = kind === "mother" && from; // her figure moves itself
    if (!drawing || isMove) continue;
    const start = kind === "escape" ? happened[index - 1]?.data.from : COMES_FROM.has(kind) ? from : undefined;
    overlays.push({ space: (to ?? space) as string, drawing, from: start as string | undefined });
  }
  return overlays;
}

/** The spaces that the last action touched. */
export function touchedBy(happened: Happening[]): Set<string> {
  return new Set(
    happened.flatMap(({ data }) => [data.from, data.to, data.space].filter((name) => typeof name === "string")),
  );
}

/** Move what is on the table as it happened. */
export function perform(table: HTMLElement, happened: Happening[]): void {
  const at = (name: unknown) => table.querySelector<HTMLElement>(`[data-space="${String(name)}"]`);
  for (const { kind, data } of happened) {
    const figure = at(data.to)?.querySelector(".figure, .fire");
    const origin = at(data.from) ?? table.querySelector(`[data-pick="tray:${kind}"]`);
    const moves = ["step", "call", "jeep", "mother", "baby", "scientist", "fire"].includes(kind);
    if (moves && figure && origin)
      travel(figure, origin.getBoundingClientRect(), kind === "jeep" ? CAPTURE_MS : PIECE_MS);
    else if (figure) fadeIn(figure, CAPTURE_MS);
    if (kind === "reveal" || kind === "show") table.querySelectorAll(".slot > *").forEach((card) => turnUp(card));
    if (kind === "shuffle")
      table.querySelectorAll(`[data-deck="${String(data.side)}"]`).forEach((deck) => turnUp(deck));
    for (const value of kind === "draw_card" ? (data.cards as number[]) : []) {
      const card = table.querySelector(`[data-pick="card:${value}"]`);
      if (card) turnUp(card);
    }
  }
  for (const overlay of table.querySelectorAll<HTMLElement>(".overlay")) {
    const origin = overlay.dataset.from && at(overlay.dataset.from);
    if (origin) travel(overlay, origin.getBoundingClientRect(), CAPTURE_MS);
    vanish(overlay, !!origin);
  }
}

/** Show an element for a moment and fade it out; one that travels stays visible on the way. */
function vanish(element: HTMLElement, isTravelling: boolean): void {
  const grown = settings.isMotionReduced || isTravelling ? "1" : "1.35";
  const seen = isTravelling ? 1 : 0.9;
  const keyframes = [
    { opacity: 1, scale: "1" },
    { opacity: seen, offset: 0.6 },
    { opacity: 0, scale: grown },
  ];
  element.animate(keyframes, { duration: CAPTURE_MS * (isTravelling ? 1.2 : 2) });
}
