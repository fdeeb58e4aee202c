// The pictures on cards, put together from a ground, an accent and a motif. A house card has its own motif; the picture
// of any other card follows from its name, so that it looks the same everywhere.

/** A picture, in a square of 100 x 100 of which the middle is always shown. */
export interface Picture {
  /** The shape in front, and lines on it. */
  motif: string;
  lines: string;
  ground: string;
  accent: string;
  /** Colours of the sky, the ground, the motif and the accent. */
  colours: readonly [string, string, string, string];
}

/** By name: the shape, then the lines on it, if any. */
const MOTIFS: Record<string, [shape: string, lines?: string]> = {
  anchor: [
    "M50 25a7 7 0 1 0 .1 0zM47 39h6v5h11v6H53v17c8-1 13-5 15-12l7 6c-4 10-13 15-25 15s-21-5-25-15l7-6c2 7 7 11 15 12V50H36v-6h11z",
  ],
  gull: ["M18 42c12-9 24-7 32 5 8-12 20-14 32-5-12-1-19 4-25 13 5 7 2 14-7 17-9-3-12-10-7-17-6-9-13-14-25-13z"],
  net: ["M24 32h52l-9 34q-17 13-34 0z", "M36 32l30 35M51 32l20 24M64 32L34 67M49 32L29 56M28 47h44"],
  lighthouse: [
    "M40 76l5-34h10l5 34zM43 42v-9h14v9zM40 33l10-10 10 10zM59 36l23-8v17zM41 36l-23-8v17z",
    "M44 54h12M42 65h16",
  ],
  rat: [
    "M26 66c0-18 10-25 24-25 3-8 12-8 14 0 9 2 14 9 15 15l-7 5c-5 5-10 5-15 5z",
    "M27 65c-14-2-11-18-2-21M66 53h.1",
  ],
  harpoon: ["M25 71l28-28 5 5-28 28zM51 38l26-15-15 26-4-4-5 8-9-9 8-5z"],
  wave: ["M18 73c2-30 18-46 38-46 14 0 23 9 23 21 0 9-7 14-14 14s-11-6-8-12c-9 2-12 14-5 23z"],
  wall: ["M22 73V46h17v-9h22v9h17v27z", "M22 59h56M39 46v13M61 46v13M31 59v14M50 59v14M69 59v14"],
  ship: ["M22 58h56l-9 17H31zM54 28q22 9 19 26H54zM46 33q-17 9-17 21h17z", "M50 24v34"],
  sprout: ["M47 76V54C31 54 25 45 25 33c16 0 23 7 25 16 2-9 9-18 25-18 0 14-9 23-22 23v22z"],
  thorn: ["M44 77c3-16 3-34 12-54l7 2-5 16 15-6-17 14-2 12 16-1-17 8-1 9zM49 51l-18-9 16 19z"],
  moth: [
    "M50 40c-7-14-27-16-30-4-2 11 9 18 18 18-9 5-9 19 3 19 7 0 9-7 9-14 0 7 2 14 9 14 12 0 12-14 3-19 9 0 20-7 18-18-3-12-23-10-30 4z",
    "M50 38v34M44 27l6 11 6-11",
  ],
  tortoise: [
    "M73 58c10-3 13 3 9 9h-9zM30 64h12v9H30zM58 64h12v9H58zM22 65c0-21 11-33 28-33s28 12 28 33z",
    "M39 65l4-16h14l4 16M43 49l-8-9M57 49l8-9",
  ],
  vine: [
    "M32 27c12 0 17 9 15 18-12 0-17-9-15-18zM69 41c-12 0-17 9-15 18 12 0 17-9 15-18zM34 56c10 0 14 7 12 16-10 0-14-7-12-16z",
    "M50 78C41 62 59 46 50 22",
  ],
  shield: ["M50 23l27 9c0 23-9 37-27 46-18-9-27-23-27-46z", "M41 36c5 9 5 20 2 30M58 34c-5 12-2 21 2 29"],
  acorn: ["M33 44h34c0 18-7 29-17 34-10-5-17-16-17-34zM29 44c0-10 9-14 21-14s21 4 21 14zM48 30v-7h5v7z"],
  roots: ["M43 23h14l-2 20 20 30-9 3-11-17v19h-9V59L35 76l-9-3 20-30z"],
  tree: ["M45 78l2-24h6l2 24zM50 21c14 0 21 9 20 17 10 2 10 17-4 20H34c-14-3-14-18-4-20-1-8 6-17 20-17z"],
  wheel: ["M28 77l9-15 8 5-7 12zM72 77l-9-15-8 5 7 12zM50 25a22 22 0 1 0 .1 0z", "M50 43a4 4 0 1 0 .1 0z"],
  beetle: [
    "M40 40c0-14 20-14 20 0zM50 38c17 0 19 13 19 21s-7 18-19 18-19-9-19-18 2-21 19-21z",
    "M50 39v38M32 50l-12-7M31 59H17M34 68l-12 7M68 50l12-7M69 59h14M66 68l12 7",
  ],
  bellows: ["M26 31l40 12v17L26 73zM66 47l16 3v4l-16 3z", "M37 35v34M49 38v28"],
  hammer: ["M31 27h32l7 8-7 9H31zM45 44h9v34h-9z"],
  cat: [
    "M29 29l10 11h22l10-11v28c0 12-9 20-21 20s-21-8-21-20z",
    "M42 53v5M58 53v5M50 64l-5 4M50 64l5 4M28 62H16M72 62h12",
  ],
  anvil: ["M22 36h44c2 7 7 9 14 9-5 7-12 9-21 9l-2 9 9 5v7H34v-7l9-5-2-9c-10-2-16-9-19-18z"],
  flame: [
    "M50 22c17 14 22 23 22 34 0 12-10 21-22 21s-22-9-22-21c0-9 5-14 9-19 0 5 3 8 5 8 0-10 3-17 8-23z",
    "M50 52c6 6 9 10 9 15s-4 9-9 9-9-4-9-9 3-9 9-15z",
  ],
  flask: ["M43 23h14v18l17 28c3 5 0 9-5 9H31c-5 0-8-4-5-9l17-28z", "M35 58h30"],
  helm: ["M29 76V48c0-14 9-24 21-24s21 10 21 24v28H57V59H43v17z", "M50 24v25M32 49h36"],
  sword: ["M46 27l4-6 4 6v31h11v7H54v13h-8V65H35v-7h11z"],
  eye: ["M17 50c11-15 22-20 33-20s22 5 33 20c-11 15-22 20-33 20s-22-5-33-20z", "M50 39a11 11 0 1 0 .1 0z"],
  boat: ["M22 60h56l-6 13H28zM40 40h20v20H40zM66 22h5v38h-5z", "M40 48h20M50 40v20"],
  heron: [
    "M34 24c8-2 14 2 15 9 1 8-5 12-4 18 9-5 22-2 30 8-9 5-14 8-22 8l1 11h-5l-1-11c-9-1-15-7-14-16 1-8 7-11 6-17l-19 3z",
    "M40 29h.1M47 58q9-5 18 0",
  ],
  millwheel: [
    "M50 30a20 20 0 1 0 .1 0zM46 20h8v11h-8zM46 69h8v11h-8zM20 46h11v8H20zM69 46h11v8H69zM28 34l6-6 7 7-6 6zM72 34l-6-6-7 7 6 6zM28 66l6 6 7-7-6-6zM72 66l-6 6-7-7 6-6z",
    "M50 43a7 7 0 1 0 .1 0z",
  ],
  ram: [
    "M50 31c8-11 31-9 31 10 0 14-15 20-23 12 2 9 0 19-8 25-8-6-10-16-8-25-8 8-23 2-23-12 0-19 23-21 31-10z",
    "M36 40q-7 0-7 6M64 40q7 0 7 6M46 58h.1M54 58h.1",
  ],
  fox: ["M25 24l15 12h20l15-12-2 29-23 25-23-25z", "M41 50h.1M59 50h.1M46 67l4 4 4-4M36 56l14 22M64 56L50 78"],
  beacon: [
    "M38 78l5-34h14l5 34zM35 44h30v-6H35zM50 18c8 7 9 12 9 15 0 3-3 5-9 5s-9-2-9-5c0-3 1-8 9-15z",
    "M42 56h16M40 67h20",
  ],
  icicle: ["M22 24h56l-7 31-6-17-8 40-9-38-8 23-6-21z", "M22 31h56"],
  hare: [
    "M38 21c7 4 9 14 9 22h6c0-8 2-18 9-22 5 8 3 19-2 26 7 4 10 9 10 15 0 10-8 16-20 16s-20-6-20-16c0-6 3-11 10-15-5-7-7-18-2-26z",
    "M43 60h.1M57 60h.1M50 66l-4 4M50 66l4 4",
  ],
  frost: [
    "M50 36l13 7v14l-13 7-13-7V43z",
    "M50 21v58M25 36l50 28M75 36L25 64M43 26l7 6 7-6M43 74l7-6 7 6M26 45l9-3-1-9M74 45l-9-3 1-9M26 55l9 3-1 9M74 55l-9 3 1 9",
  ],
  iceberg: ["M19 60l13-22 9 5 9-21 14 17 6-4 11 25zM25 65h50L61 80H39z", "M41 43l6 17M64 39l-4 21"],
  mountain: ["M16 77l24-46 9 12 8-18 27 52z", "M31 48l8 6 6-6 6 6M49 43l8 6 8-6M50 66h.1M62 70h.1M38 70h.1"],
  tower: ["M33 77V41h-5V27h10v7h7v-7h10v7h7v-7h10v14h-5v36z", "M45 77V61q5-6 10 0v16"],
};

const GROUNDS: Record<string, string> = {
  sea: "M-2 66q13-9 26 0t26 0 26 0 26 0v36H-2z",
  hills: "M-2 72Q24 46 52 66T102 58v44H-2z",
  woods: "M6-2h12v70h64V-2h12v104H6z",
  rocks: "M-2 70l18-12 12 9 20-15 18 14 14-8 22 14v32H-2z",
  arch: "M-2-2h104v104H84V54a34 34 0 0 0-68 0v48H-2z",
};

const ACCENTS: Record<string, string> = {
  sun: "M76 24a9 9 0 1 0 .1 0z",
  moon: "M24 24a11 11 0 1 0 10 18 12 12 0 0 1-10-18z",
  stars: "M22 30l2 5 5 2-5 2-2 5-2-5-5-2 5-2zM80 44l2 4 4 2-4 2-2 4-2-4-4-2 4-2z",
  leaves: "M16 34q10-4 12 6-10 4-12-6zM74 36q10-4 12 6-10 4-12-6z",
  sparks: "M20 46h4v4h-4zM30 28h4v4h-4zM70 26h4v4h-4zM80 44h4v4h-4z",
};

const COLOURS = [
  ["#c6dadb", "#7ba3aa", "#f4ead2", "#e0a458"],
  ["#dfe3c0", "#94a971", "#f1e4c3", "#d9853b"],
  ["#f0d3b4", "#bf7d5c", "#f6ecd8", "#f2c14e"],
  ["#b7bed6", "#6f7aa3", "#ece4f2", "#f2d06b"],
  ["#e8cfc9", "#a8747c", "#f3e6d6", "#8fb3a3"],
  ["#d5cbb8", "#8d8168", "#e8eef0", "#d66f4a"],
] as const;

/** House cards: motif, ground, accent, colours. */
const HOUSE: Record<string, [keyof typeof MOTIFS, keyof typeof GROUNDS, keyof typeof ACCENTS, number]> = {
  Deckhand: ["anchor", "sea", "sun", 0],
  Saltgull: ["gull", "sea", "sun", 3],
  Netmender: ["net", "rocks", "sun", 2],
  Lampkeeper: ["lighthouse", "rocks", "moon", 3],
  Dockrat: ["rat", "arch", "moon", 5],
  Harpooner: ["harpoon", "sea", "sun", 4],
  Tidecaller: ["wave", "sea", "moon", 0],
  Breakwater: ["wall", "sea", "stars", 5],
  Stormhull: ["ship", "sea", "stars", 3],
  Sproutling: ["sprout", "hills", "sun", 1],
  Thornling: ["thorn", "hills", "leaves", 4],
  Pollenmoth: ["moth", "woods", "stars", 3],
  Mossback: ["tortoise", "hills", "leaves", 1],
  Vinewright: ["vine", "arch", "leaves", 1],
  Barkguard: ["shield", "woods", "leaves", 5],
  Seedcaster: ["acorn", "hills", "leaves", 2],
  Rootweaver: ["roots", "rocks", "leaves", 5],
  Eldertree: ["tree", "hills", "sun", 0],
  Whetstone: ["wheel", "rocks", "sparks", 5],
  Rustmite: ["beetle", "rocks", "sparks", 2],
  Bellows: ["bellows", "arch", "sparks", 2],
  Tinker: ["hammer", "hills", "sparks", 0],
  Coalcat: ["cat", "arch", "moon", 3],
  Anvil: ["anvil", "arch", "sparks", 4],
  Slagger: ["flame", "rocks", "sparks", 4],
  Etcher: ["flask", "arch", "stars", 1],
  Ironlord: ["helm", "arch", "stars", 5],
  Ferryman: ["boat", "sea", "sun", 2],
  Heron: ["heron", "sea", "moon", 1],
  Millrace: ["millwheel", "sea", "leaves", 5],
  Ramhorn: ["ram", "rocks", "sun", 4],
  Cragfox: ["fox", "rocks", "stars", 2],
  Beacon: ["beacon", "hills", "stars", 3],
  Icicle: ["icicle", "arch", "stars", 0],
  Snowhare: ["hare", "hills", "moon", 3],
  Frostbite: ["frost", "rocks", "stars", 4],
  Iceberg: ["iceberg", "sea", "moon", 3],
  Avalanche: ["mountain", "hills", "sun", 5],
};

/** The picture of a card. */
export function pictureOf(name: string): Picture {
  const [motif, ground, accent, colours] = Object.hasOwn(HOUSE, name) ? HOUSE[name]! : drawn(name);
  const [shape, lines = ""] = MOTIFS[motif]!;
  return { motif: shape, lines, ground: GROUNDS[ground]!, accent: ACCENTS[accent]!, colours: COLOURS[colours]! };
}

/** Choose the parts of a picture by a name. */
function drawn(name: string): (typeof HOUSE)[string] {
  let left = hash(name);
  const one = <Part>(parts: Part[]): Part => {
    const part = parts[left % parts.length]!;
    left = Math.floor(left / parts.length);
    return part;
  };
  return [
    one(Object.keys(MOTIFS)),
    one(Object.keys(GROUNDS)),
    one(Object.keys(ACCENTS)),
    one(COLOURS.map((_, number) => number)),
  ];
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let found = 0x811c9dc5;
  for (const letter of text) found = Math.imul(found ^ letter.codePointAt(0)!, 0x01000193);
  return found >>> 0;
}
