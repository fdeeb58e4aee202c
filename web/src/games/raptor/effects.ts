// Short animations of what happened. They only decorate: the board shows the result without them.
import { CAPTURE_MS, PIECE_MS, fadeIn, travel, turnUp } from "../../lib/motion";
import { settings } from "../../lib/settings.svelte";
import type { Happening } from "../../wire";
import type { DrawingName } from "./cards";

const DRIVE_MS = 600;
const ESCAPE_MS = 750;

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
  bite: "scientist",
  dart: "dart",
  capture: "asleep",
  fear: "roar",
  jeep: "jeep",
  disappear: "mother",
  mother: "dust",
  scientist: "dust",
  hound: "dust",
  heal: "heal",
  wake: "heal",
  escape: "baby",
};
const COMES_FROM = new Set(["sleep", "shoot", "dart", "jeep"]);
const MOVES = ["step", "call", "jeep", "mother", "baby", "scientist", "fire", "sister", "hound", "run"];

/** Return the overlays for what happened. */
export function overlaysOf(happened: Happening[]): Overlay[] {
  const overlays: Overlay[] = [];
  for (const { kind, data } of happened) {
    const { from, to, space, fires } = data;
    for (const fire of (fires ?? []) as string[]) overlays.push({ space: fire, drawing: "fire" });
    const drawing = data.figure === "hound" && OVERLAYS[kind] === "scientist" ? "hound" : OVERLAYS[kind];
    const isMove = kind === "mother" && from; // her figure moves itself
    if (!drawing || isMove) continue;
    const start = COMES_FROM.has(kind) ? from : undefined;
    overlays.push({ space: (to ?? space) as string, drawing, from: start as string | undefined });
    if (kind === "escape") overlays.push({ space: to as string, drawing: "dust" }); // the leaves close behind it
  }
  return overlays;
}

/** The spaces that the last action touched. */
export function touchedBy(happened: Happening[]): Set<string> {
  return new Set(
    happened.flatMap(({ data }) => [data.from, data.to, data.space].filter((name) => typeof name === "string")),
  );
}

/** Move what is on the table as it happened; a piece that stood there before, in a draft, does not come again. */
export function perform(table: HTMLElement, happened: Happening[], stood: Set<string>): void {
  const at = (name: unknown) => table.querySelector<HTMLElement>(`[data-space="${String(name)}"]`);
  for (const { kind, data } of happened) {
    const figure = at(data.to)?.querySelector(".figure, .fire");
    const moves = MOVES.includes(kind);
    const isThere = moves && !data.from && stood.has(String(data.to));
    const origin = at(data.from)?.getBoundingClientRect() ?? arrival(table, kind, data.to);
    if (moves && figure && origin && !isThere) travel(figure, origin, kind === "jeep" ? DRIVE_MS : PIECE_MS);
    else if (figure && !isThere) fadeIn(figure, CAPTURE_MS);
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
    const ms = overlay.dataset.drawing === "jeep" ? DRIVE_MS : CAPTURE_MS;
    if (origin) travel(overlay, origin.getBoundingClientRect(), ms);
    if (overlay.dataset.drawing === "baby") runAway(overlay);
    else vanish(overlay, !!origin, ms);
  }
}

/** Where something comes from that was not on the map: a reinforcement from beyond its edge, the rest from the tray. */
function arrival(table: HTMLElement, kind: string, to: unknown): DOMRect | undefined {
  const tray = table.querySelector(`[data-pick="tray:${kind}"]`)?.getBoundingClientRect();
  const [column, row] = String(to);
  const inner = { 1: "2", 6: "5" }[Number(row)];
  if (!["scientist", "hound"].includes(kind) || !inner || column === "b" || column === "l") return tray;
  const [edge, next] = [String(to), `${column}${inner}`].map((name) =>
    table.querySelector(`[data-space="${name}"]`)?.getBoundingClientRect(),
  );
  return edge && next && new DOMRect(2 * edge.x - next.x, 2 * edge.y - next.y, edge.width, edge.height);
}

/** Let a baby run on, out of the map, and fade among the trees. */
function runAway(element: HTMLElement): void {
  const space = element.parentElement!.getBoundingClientRect();
  const map = element.closest(".map")!.getBoundingClientRect();
  const [x, y] = [
    space.x + space.width / 2 - (map.x + map.width / 2),
    space.y + space.height / 2 - (map.y + map.height / 2),
  ];
  const isAcross = Math.abs(x) / map.width > Math.abs(y) / map.height;
  const away = isAcross ? `${Math.sign(x) * 70}% 0` : `0 ${Math.sign(y) * 70}%`;
  const end = settings.isMotionReduced ? "none" : away;
  element.animate([{ opacity: 1 }, { opacity: 1, offset: 0.3 }, { opacity: 0, translate: end }], {
    duration: ESCAPE_MS,
  });
}

/** Show an element for a moment and fade it out; one that travels stays visible on the way. */
function vanish(element: HTMLElement, isTravelling: boolean, ms: number): void {
  const grown = settings.isMotionReduced || isTravelling ? "1" : "1.35";
  const seen = isTravelling ? 1 : 0.9;
  const keyframes = [
    { opacity: 1, scale: "1" },
    { opacity: seen, offset: 0.6 },
    { opacity: 0, scale: grown },
  ];
  element.animate(keyframes, { duration: ms * (isTravelling ? 1.2 : 2) });
}
