// What is otherwise than usual in a match, in words.
import type { GameInfo, OptionInfo } from "../../wire";
import { wordsOf } from "./matchRequest";

/** The options of a match that differ from the usual ones: "Board: small". */
export function changes(game: GameInfo, options: Record<string, number | string>): string[] {
  return game.options
    .filter(({ name, default: usual }) => name in options && valueOf(game, name, options) !== usual)
    .map((option) => inWords(option, valueOf(game, option.name, options)));
}

function valueOf(game: GameInfo, name: string, options: Record<string, number | string>): string {
  const option = game.options.find((each) => each.name === name)!;
  const value = options[name]!;
  return typeof value === "number" && option.names.length ? option.names[value - option.low]! : String(value);
}

function inWords(option: OptionInfo, value: string): string {
  const name = wordsOf(option.name);
  if (value === "yes") return name;
  if (value === "no") return `No ${name.toLowerCase()}`;
  return option.is_text && value.length > 20 ? `${name} of their own` : `${name}: ${value}`;
}
