// The words in which patches and quilts are spoken.
import type { PatchInfo, PlacedPatch } from "../../wire";
import { cellsOf } from "./shapes";

export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** "patch E, 3 buttons, 2 time, 1 income, 5 cells" */
export function patchName({ letter, price, time, income, rows }: PatchInfo): string {
  return `patch ${letter}, ${counted(price, "button")}, ${time} time, ${income} income, ${cellsOf(rows).length} cells`;
}

/** All that lies on a quilt, in a sentence. */
export function quiltName(owner: string, placed: PlacedPatch[], empty: number): string {
  const patches = placed.map(({ letter, corner }) => `${letter} at ${corner}`).join(", ");
  return `${owner}: ${counted(empty, "empty cell")}. ${patches ? `Patches: ${patches}.` : "No patch yet."}`;
}

const TURNS = ["as printed", "turned right", "turned upside down", "turned left"];

/** How a patch is turned: orientations A to D; E to H are mirrored first. */
export function turnName(letter: string): string {
  const index = "ABCDEFGH".indexOf(letter);
  if (index < 4) return TURNS[index]!;
  return index === 4 ? "mirrored" : `mirrored and ${TURNS[index - 4]}`;
}
