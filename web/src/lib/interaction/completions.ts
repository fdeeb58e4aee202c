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
