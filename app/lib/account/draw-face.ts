/** A drawing for somebody without a photo. */
export interface DrawnFace {
  /** Below `seedCount`. */
  seed: number;
  /** A face that nobody chose says nothing of skin, age or sex: it is cut from paper of one color, with short hair or a hat. */
  isChosen: boolean;
  /** Which color its ground has, and its paper, if nobody chose it; without it, that of its seed. */
  shade?: number;
}

export const seedCount = 2 ** 32;

/** Of the people at the landing page's table. */
export const sampleSeeds = [12, 8, 56, 2, 43];

/** app/styles/faces.css has the colors, and how wide and round a line is. */
const paint = (name: string) => `var(--${name})`;
const ink = paint("ink");
const cream = paint("cream");
const dyes = [paint("wine"), paint("brown"), "var(--color-green)", paint("slate"), paint("saffron")];
const clothes = [...dyes, cream];
/** A face that nobody chose is cut from four papers of one color: ground, face, clothes and hair. */
const prints = [
  ["#e8b450", "#f8e3b4", "#b97d12", "#6b4210"],
  ["#7fae9a", "#d3e6d8", "#3f7a66", "#1b4638"],
  ["#8fb0cb", "#dbe7f1", "#4f7897", "#274257"],
  ["#b795bf", "#e9dcee", "#80588b", "#4a3054"],
  ["#e2a197", "#f9ddd5", "#b2574b", "#6b2b2f"],
] as const;
const skins = ["#f8dec8", "#eec39d", "#dba577", "#bd8558", "#925f3d", "#71462f"];
const hairs = ["#241a16", "#4a2f21", "#7b4e2d", "#b0652f", "#d9a94f", "#a9a198", "#ece5da", "#7a3f52"];
/** Those that are seen beside the last two of the skins. */
const hairsOfDarkSkin = [0, 0, 0, 1, 5, 6, 7].map((i) => hairs[i] as string);

const heads = [
  "M26 50a24 26 0 0 1 48 0c0 18-11 29-24 29S26 68 26 50",
  "M26 50a24 26 0 0 1 48 0c0 19-13 31-24 31S26 69 26 50",
  "M26 50a24 26 0 0 1 48 0v6c0 14-10 23-24 23S26 70 26 56",
];
const brows = [
  "M36 43q4-3 8 0M56 43q4-3 8 0",
  "M35 43q5-4 9-1M56 42q4-3 9 1",
  "M36 42q4-1 8 0M56 42q4-1 8 0",
];
const noses = ["M50 57q-4 5 2 5", "M47 61q3 3 6 0", "M51 57l-2 5h3"];
const mouths = ["M42 68q8 7 16 0", "M40 67q10 10 20 0", "M44 69q7 5 13-2", "M44 69q6 4 12 0"];
const openMouth = `<path d="M42 68h16q-1 7-8 7t-8-7h9" fill="${cream}"/>`;
const eyes = ["M40 54h0M60 54h0", "M40 53v2M60 53v2"];
const smilingEyes = "M36 55q4-5 8 0M56 55q4-5 8 0";
const glasses = [
  "M31 54a8 8 0 1 0 17 0 8 8 0 1 0-17 0M52 54a8 8 0 1 0 17 0 8 8 0 1 0-17 0",
  "M31 48h17v12H31ZM52 48h17v12H52Z",
];
const collars = [
  "",
  "M38 84q0-3 4-3h16q4 0 4 3v6q0 3-4 3H42q-4 0-4-3",
  "M40 82 50 93 41 99 31 85ZM60 82 50 93 59 99 69 85Z",
  "M39 83q11 12 22 0l4 2q-15 16-30 0Z",
];

interface Hair {
  back?: string;
  front: string;
  /** Comes down to the brows. */
  isLow?: boolean;
}

const shape = (d: string) => `<path d="${d}"/>`;

/** Locks along a line: the dots of a dashed stroke. */
const locks = (color: string, d: string, width: number, gap: number) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-dasharray="0 ${gap}"/>`;

const crop = shape(
  "M25 50C21 24 34 14 50 14s30 10 25 36C73 43 70 38 66 35 56 39 44 38 34 34 30 38 27 43 25 50",
);
const parted = shape(
  "M25 53C19 26 32 12 51 12s29 14 24 41C74 45 71 40 63 37 52 35 43 31 38 25 37 36 28 41 25 53",
);
const middle = shape("M25 56C19 27 32 12 50 12s31 15 25 44C74 45 63 41 50 26 37 41 26 45 25 56");
const hanging = (length: number) =>
  shape(`M22 50C18 22 34 12 50 12s32 10 28 38l2 ${length}q0 5-6 5H26q-6 0-6-5Z`);

/** The first `neutralStyles` say nothing of sex. */
const styles: ((hair: string, hat: string) => Hair)[] = [
  () => ({ front: crop }),
  () => ({ front: parted }),
  () => ({
    front: shape("M24 58C19 28 32 12 50 12s31 16 26 46l-2-1c1-7 0-12-2-16-14 3-30 3-44 0-2 4-3 9-2 16Z"),
    isLow: true,
  }),
  () => ({
    front: shape(
      "M26 49C23 40 26 27 34 22 40 6 62 3 75 12c2 8 1 12-2 17q3 8 1 20C72 41 70 37 66 34 54 37 44 36 34 33 29 37 28 42 26 49",
    ),
  }),
  (hair) => ({ front: crop + locks(hair, "M27 42C22 15 78 15 73 42", 15, 9.6) }),
  (_, hat) => ({
    back: hanging(8),
    front: `<g fill="${hat}" stroke="${hat}"><path d="M24 40C23 17 36 7 50 7s27 10 26 33"/><path d="M26 39h48" stroke-width="11"/></g>`,
    isLow: true,
  }),
  () => ({
    front: shape("M26 47C23 29 35 19 50 19s27 10 24 28C72 38 67 32 60 31q-10 3-20 0C33 32 28 38 26 47"),
  }),
  () => ({ back: hanging(22), front: parted }),
  () => ({ back: hanging(60), front: middle }),
  (hair) => ({ back: locks(hair, "M50 9h0", 20, 1), front: middle }),
  (hair) => ({ back: locks(hair, "M24 60C8 8 92 8 76 60", 24, 9), front: crop }),
  (hair) => ({ back: hanging(18) + locks(hair, "M22 42V84M78 42V84", 17, 11), front: parted }),
  () => ({ back: shape("M66 22C92 10 94 52 83 74 81 58 75 46 66 42"), front: parted }),
  (_, hat) => ({
    front: `<path d="M50 10C22 10 14 46 16 92q34 14 68 0C86 46 78 10 50 10M50 28C64 28 71 38 71 51S62 79 50 79 29 64 29 51 36 28 50 28" fill="${hat}" fill-rule="evenodd"/>`,
  }),
];
const neutralStyles = 7;

/** Mulberry32: the same numbers in every engine. */
function createRandom(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / seedCount) * limit);
  };
}

const shadeOf = ({ seed, shade = seed % prints.length }: DrawnFace) => shade;

/** The faces of one table, in five colors: each keeps that of its seed or takes the next that is free. */
export function colorFaces<Face extends DrawnFace>(faces: readonly Face[]): Face[] {
  const shades = new Map<number, number>();
  // By their seeds, so that everybody at the table sees the same colors.
  for (const face of faces.toSorted((a, b) => a.seed - b.seed)) {
    const taken = new Set(shades.values());
    const free = prints.map((_, i) => (shadeOf(face) + i) % prints.length);
    shades.set(face.seed, free.find((shade) => !taken.has(shade)) ?? shadeOf(face));
  }
  return faces.map((face) => ({ ...face, shade: shades.get(face.seed) }));
}

/** The inside of an `<svg viewBox="0 0 100 100">`. The same seed draws the same face. */
export function drawFace(face: DrawnFace): string {
  const { seed, isChosen } = face;
  const nextBelow = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[nextBelow(list.length)] as T;
  const [ground, sheet, cloths, dye] = prints[shadeOf(face)] as (typeof prints)[number];
  const skin = isChosen ? pick(skins) : sheet;
  const isDark = skins.indexOf(skin) > 3;
  const hair = isChosen ? pick(isDark ? hairsOfDarkSkin : hairs) : dye;
  const line = isChosen ? ink : dye;
  const worn = isChosen
    ? clothes.filter((color) => color !== hair && !(isDark && color === paint("brown")))
    : [cream, cloths, dye];
  const cloth = pick(worn);
  const trim = pick(worn.filter((color) => color !== cloth));
  const { back = "", front, isLow } = pick(isChosen ? styles : styles.slice(0, neutralStyles))(hair, trim);
  const turn = nextBelow(14);
  const transform = turn > 10 ? "matrix(-1 0 0 1 100 0)" : `rotate(${turn - 5} 50 84)`;
  const eye = pick([...eyes, ...eyes, smilingEyes]);
  const mouth = pick([...mouths, ""]);
  const spectacles = pick([...glasses, "", "", ""]);
  const collar = pick(collars);
  const isSmiling = eye === smilingEyes;
  const lines = (isLow ? "" : pick(brows)) + pick(noses) + mouth + (isSmiling ? eye : "");
  const body = `<path d="M6 115c0-26 20-30 34-33q10 9 20 0c14 3 34 7 34 33" fill="${cloth}"/>`;
  return [
    `<path d="M0 0h100v115H0Z" fill="${ground}"/>`,
    `<g fill="${hair}" transform="${transform}">${back}<g fill="${skin}" stroke="${skin}"><path d="M50 70v10" stroke-width="18"/>`,
    `<path d="M43 80q7 6 14 0" stroke="${line}" stroke-width="4" opacity=".2"/>`,
    `<path d="M26 56h48" stroke-width="10"/>${shape(pick(heads))}</g>`,
    // Folded paper has a side in the shade.
    isChosen ? "" : `<path d="M50 24v56c32-2 32-54 0-56" fill="${line}" opacity=".08"/>`,
    `<path d="M35 63h0M65 63h0" stroke="${isChosen ? paint("blush") : ground}" stroke-width="9" opacity="${isChosen ? 0.35 : 0.8}"/>`,
    `<g fill="none" stroke="${line}">${mouth ? "" : openMouth}<path d="${lines}"/>`,
    isSmiling ? "" : `<path d="${eye}" stroke-width="6"/>`,
    spectacles && `<path d="${spectacles}M48 53h4M31 53h-5M69 53h5"${isDark ? ` stroke="${cream}"` : ""}/>`,
    `</g>${body}${collar && `<path d="${collar}" fill="${trim}"/>`}${front}</g>`,
  ].join("");
}

/** Where emails find it. */
export function facePath(face: DrawnFace): string {
  const { seed, isChosen } = face;
  const shade = shadeOf(face) === seed % prints.length ? "" : `-${shadeOf(face)}`;
  return `/faces/${isChosen ? "c" : "p"}${seed.toString(36)}${shade}.png`;
}

/** Undefined if no face has this path. */
export function readFacePath(path: string): DrawnFace | undefined {
  const [, kind, number = "", shade] = /^\/faces\/([cp])([0-9a-z]{1,7})(?:-([0-4]))?\.png$/.exec(path) ?? [];
  const face = {
    seed: Number.parseInt(number, 36),
    isChosen: kind === "c",
    ...(shade ? { shade: Number(shade) } : {}),
  };
  return face.seed < seedCount && facePath(face) === path ? face : undefined;
}
