// The measured chances of the sides of a game.
import type { ChancesInfo, GameInfo, MeasuredInfo } from "../../wire";
import { get } from "../api";

/** The chances of a game; undefined when the server cannot be asked. */
export async function loadChances(id: string): Promise<ChancesInfo | undefined> {
  const game = await get<GameInfo>(`/api/games/${encodeURIComponent(id)}`).catch(() => undefined);
  return game?.chances ?? undefined;
}

/** What was measured with these options; nothing where one that may change the chances is another. */
export function measuredWith(
  { options }: GameInfo,
  chances: ChancesInfo | undefined,
  chosen: Record<string, string>,
): MeasuredInfo[] {
  if (!chances) return [];
  const relevant = options.filter(({ name }) => !chances.neutral.includes(name));
  return chances.measured.filter((row) =>
    relevant.every(({ name, default: standard }) => (chosen[name] ?? standard) === (row.options[name] ?? standard)),
  );
}

/** The level to mention first: Expert, or else the strongest that was measured. */
export function typical(measured: MeasuredInfo[]): MeasuredInfo | undefined {
  return measured.find(({ level }) => level === "expert") ?? measured.at(-1);
}

/** How many matches were measured for each level: "200", or "100 to 200". */
export function numMatches(measured: MeasuredInfo[]): string {
  const numbers = measured.map(({ matches }) => matches);
  return [...new Set([Math.min(...numbers), Math.max(...numbers)])].join(" to ");
}

/** How far numbers out of 100 may be off by chance, with 95 % confidence. */
export function margin(measured: MeasuredInfo[]): number {
  return Math.ceil(98 / Math.sqrt(Math.min(...measured.map(({ matches }) => matches))));
}
