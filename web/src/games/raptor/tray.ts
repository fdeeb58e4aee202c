// What waits to be put on the map: at the start, by a card, or because the mother had disappeared.
import type { RaptorView } from "../../wire";
import { RAPTOR, sideOf } from "./cards";

const START_SCIENTISTS = 4;
const BABIES = 5;

export interface TrayItem {
  kind: "mother" | "baby" | "scientist" | "fire";
  left: number;
}

export function trayOf(view: RaptorView): TrayItem[] {
  return allOf(view).filter(({ left }) => left > 0);
}

function allOf(view: RaptorView): TrayItem[] {
  if (view.phase === "return") return [{ kind: "mother", left: 1 }];
  if (view.phase === "placement") {
    if (sideOf(view, view.to_act[0]!) !== RAPTOR)
      return [{ kind: "scientist", left: START_SCIENTISTS - view.scientists }];
    const babies = view.figures.filter(({ kind }) => kind === "baby").length;
    return [
      { kind: "mother", left: view.mother ? 0 : 1 },
      { kind: "baby", left: BABIES - babies },
    ];
  }
  if (view.card === "Reinforcements") return [{ kind: "scientist", left: Math.min(view.units, view.reserve) }];
  return view.card === "Fire" ? [{ kind: "fire", left: view.units }] : [];
}
