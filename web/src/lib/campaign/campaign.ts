// What a campaign looks like from outside: its missions, and the stars that were earned.
import type { CampaignInfo, Joined, MissionInfo } from "../../wire";
import { get, post } from "../api";

export type Difficulty = "easy" | "normal" | "hard";

export const MOST_STARS = 3;
export const DIFFICULTIES: readonly (readonly [Difficulty, string])[] = [
  ["easy", "Easy"],
  ["normal", "Normal"],
  ["hard", "Hard"],
];
const CHOSEN = "parlour.difficulty";

export function difficultyName(difficulty: string): string {
  return DIFFICULTIES.find(([id]) => id === difficulty)?.[1] ?? difficulty;
}

/** The difficulty that was chosen last in this browser. */
export function chosenDifficulty(): Difficulty {
  const kept = localStorage.getItem(CHOSEN);
  return DIFFICULTIES.find(([id]) => id === kept)?.[0] ?? "normal";
}

export function chooseDifficulty(difficulty: Difficulty): void {
  localStorage.setItem(CHOSEN, difficulty);
}

export function loadCampaign(game: string): Promise<CampaignInfo> {
  return get<CampaignInfo>(`/api/campaigns/${encodeURIComponent(game)}`);
}

/** Start a mission; the match of an earlier try is given up. Returns the address of the new one. */
export async function playMission(game: string, mission: string, difficulty: string, insteadOf = ""): Promise<string> {
  const joined = await post<Joined>(`/api/campaigns/${encodeURIComponent(game)}/${encodeURIComponent(mission)}`, {
    difficulty,
    instead_of: insteadOf,
  });
  return `/match/${joined.match}`;
}

/** The most stars of a mission, at any difficulty. */
export function bestStars(mission: MissionInfo): number {
  return Math.max(...mission.difficulties.map(({ stars }) => stars));
}

/** The first mission that is open and not won yet; when all are won, the last one. */
export function nextToPlay(campaign: CampaignInfo): MissionInfo {
  const { missions } = campaign;
  return missions.find((mission) => mission.is_open && !bestStars(mission)) ?? missions.at(-1)!;
}

export function missionAfter(campaign: CampaignInfo, id: string): MissionInfo | undefined {
  return campaign.missions[campaign.missions.findIndex((mission) => mission.id === id) + 1];
}

export function starWords(stars: number): string {
  return `${stars} of ${MOST_STARS} stars`;
}
