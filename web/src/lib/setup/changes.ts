// The changed options of a match, in words.
import type { GameInfo, OptionInfo } from "../../wire";
import { labelOf } from "./matchRequest";

/** The options of a match that differ from their defaults: "Board: small". */
export function changes(game: GameInfo, options: Record<string, number | string>): string[] {
  return game.options
    .filter(({ name, default: standard }) => name in options && valueOf(game, name, options) !== standard)
    .map((option) => describe(option, valueOf(game, option.name, options)));
}

function valueOf(game: GameInfo, name: string, options: Record<string, number | string>): string {
  const option = game.options.find((each) => each.name === name)!;
  const value = options[name]!;
  return typeof value === "number" && option.names.length ? option.names[value - option.low]! : String(value);
}

function describe(option: OptionInfo, value: string): string {
  const name = option.label;
  if (value === "yes") return name;
  if (value === "no") return `No ${name.toLowerCase()}`;
  if (option.is_text && value.length > 20) return `Custom ${name[0]!.toLowerCase()}${name.slice(1)}`;
  return `${name}: ${option.names.includes(value) ? labelOf(value) : value}`;
}
