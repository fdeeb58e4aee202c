// The pictures of the story: where they are, and who stands there.
import type { DrawingName } from "./cards";

/** A figure: its drawing, its place and its height in hundredths of the picture, and whether it is mirrored. */
export type Actor = [drawing: DrawingName, left: number, bottom: number, size: number, isFlipped?: boolean];

export interface Stage {
  place: "woods" | "camp" | "plain" | "road" | "peaks";
  actors: Actor[];
  isDesert?: boolean;
  isNight?: boolean;
}

/** By the names that campaign.toml uses. */
export const SCENES: Record<string, Stage> = {
  nest: {
    place: "woods",
    actors: [
      ["mother", 30, 8, 62],
      ["baby", 52, 5, 32],
      ["baby", 61, 10, 30, true],
      ["baby", 69, 4, 30],
      ["scientist", 84, 16, 28],
    ],
  },
  woods: {
    place: "woods",
    actors: [
      ["mother", 36, 10, 60],
      ["baby", 55, 6, 32],
      ["baby", 64, 12, 30],
    ],
  },
  hunt: {
    place: "plain",
    actors: [
      ["mother", 62, 8, 64],
      ["scientist", 10, 6, 48, true],
      ["scientist", 24, 10, 44, true],
      ["rock", 46, 0, 30],
    ],
  },
  victory: {
    place: "plain",
    actors: [
      ["rock", 36, 0, 52],
      ["mother", 33, 36, 60],
      ["jeep", 72, 4, 42],
    ],
  },
  defeat: {
    place: "camp",
    actors: [
      ["sleeper", 34, 2, 70],
      ["scientist", 10, 4, 50, true],
      ["scientist", 68, 6, 46],
    ],
  },
  dart: {
    place: "plain",
    isDesert: true,
    actors: [
      ["scientist", 10, 6, 56, true],
      ["dart", 38, 40, 20, true],
      ["mother", 66, 8, 60],
      ["rock", 50, 0, 26],
    ],
  },
  reeds: {
    place: "woods",
    actors: [
      ["call", 24, 14, 46],
      ["baby", 48, 4, 32],
      ["baby", 58, 10, 30],
      ["baby", 68, 4, 32],
      ["baby", 77, 12, 28],
    ],
  },
  cage: {
    place: "camp",
    actors: [
      ["scientist", 16, 6, 56, true],
      ["jeep", 52, 2, 56],
      ["gas", 38, 4, 30],
    ],
  },
  camp: {
    place: "camp",
    actors: [
      ["jeep", 8, 4, 60],
      ["asleep", 36, 6, 34],
      ["asleep", 48, 4, 34],
      ["scientist", 68, 4, 52],
    ],
  },
  road: {
    place: "road",
    actors: [
      ["jeep", 10, 4, 44, true],
      ["jeep", 34, 10, 36, true],
      ["mother", 68, 12, 58],
    ],
  },
  smoke: {
    place: "plain",
    isDesert: true,
    actors: [
      ["fire", 12, 4, 40],
      ["gas", 10, 46, 34],
      ["fire", 44, 8, 36],
      ["gas", 44, 48, 32],
      ["fire", 76, 4, 40],
      ["scientist", 60, 4, 50],
    ],
  },
  night: {
    place: "camp",
    isNight: true,
    actors: [
      ["mother", 38, 8, 60],
      ["asleep", 58, 4, 30],
      ["baby", 30, 4, 28],
      ["scientist", 6, 12, 36, true],
      ["scientist", 74, 12, 36],
    ],
  },
  gates: {
    place: "road",
    actors: [
      ["rock", 6, 0, 46],
      ["scientist", 24, 6, 52, true],
      ["jeep", 46, 2, 50],
      ["scientist", 74, 6, 52],
    ],
  },
  sleepers: {
    place: "plain",
    actors: [
      ["asleep", 10, 4, 32],
      ["asleep", 28, 12, 28],
      ["mother", 44, 8, 58],
      ["baby", 66, 4, 32, true],
      ["gas", 78, 8, 36],
    ],
  },
  pass: {
    place: "peaks",
    actors: [
      ["scientist", 12, 4, 52, true],
      ["baby", 60, 8, 26],
      ["mother", 68, 10, 50],
      ["rock", 40, 0, 30],
    ],
  },
  valley: {
    place: "peaks",
    actors: [
      ["mother", 28, 8, 58],
      ["baby", 48, 4, 30],
      ["baby", 56, 10, 28],
      ["baby", 64, 4, 30],
      ["baby", 72, 10, 28],
      ["baby", 80, 4, 30],
    ],
  },
  summit: {
    place: "peaks",
    actors: [
      ["rock", 8, 0, 34],
      ["scientist", 9, 30, 30, true],
      ["mother", 56, 20, 48],
      ["baby", 72, 16, 24],
      ["baby", 79, 20, 22],
      ["baby", 86, 16, 24],
    ],
  },
};
