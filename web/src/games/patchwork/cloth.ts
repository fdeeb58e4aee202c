// Which cloth a patch is cut from: a weave and a pair of tones for each letter.

export const WEAVES = ["stripes", "dots", "checks", "herringbone", "diagonal", "crosses", "waves", "tweed"] as const;
export const TONES = ["sage", "rose", "slate", "mustard", "plum", "clay", "teal", "oat"] as const;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg";
/** The special patch is of leather. */
export const SPECIAL = "h";

export interface Cloth {
  weave: (typeof WEAVES)[number];
  tone: (typeof TONES)[number];
}

/** The cloth of a patch: neighbours in the alphabet share neither weave nor tone. */
export function clothOf(letter: string): Cloth {
  const index = LETTERS.indexOf(letter);
  return { weave: WEAVES[index % 8]!, tone: TONES[(index * 3 + Math.floor(index / 8)) % 8]! };
}

/** What fills a patch in a drawing. */
export function fillOf(letter: string): string {
  if (letter === SPECIAL) return "url(#cloth-leather)";
  const { weave, tone } = clothOf(letter);
  return `url(#cloth-${weave}-${tone})`;
}

/** The cloths that are in use. */
export const CLOTHS: Cloth[] = [...LETTERS].map(clothOf);
