// What a person may mean by what was typed so far.
import type { Choice } from "../../wire";

/** The choices that match what was typed: by the start of their notation or a part of their label. */
export function completions(choices: Choice[], text: string): Choice[] {
  const typed = text.trim().toLowerCase();
  if (!typed) return [];
  return choices.filter(
    ({ action, label }) => action.toLowerCase().startsWith(typed) || label.toLowerCase().includes(typed),
  );
}

/** An action that shows how one is written: one that takes the most picks; empty if none has letters or digits. */
export function exampleOf(choices: Choice[]): string {
  const longest = Math.max(0, ...choices.map(({ picks }) => picks.length));
  const action = choices.find(({ picks }) => picks.length === longest)?.action ?? "";
  return /[\p{L}\d]/u.test(action) ? action : "";
}
