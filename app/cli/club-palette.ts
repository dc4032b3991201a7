import type { Club } from "#app/lib/club.ts";

/** Computed when the club is built, because the oldest browsers that can show it can't compute colors. */
export interface Palette {
  light: Record<string, string>;
  dark: Record<string, string>;
  emails: Partial<Club["colors"]>;
}

/** As in app/styles/tokens.css, and in the emails. */
const papers = { light: ["#fbf6ee", "#fffcf7", "#f3eadb"], dark: ["#17110c", "#1f1812", "#261d15"] };
const night = "#1a130d";
export const onAccent = "#fff9f0";
export const onGround = "#f6eedf";
const defaultCoral = "#f0836b";
const defaultGround = { light: "#1f4d3f", dark: "#1b4437" };

/** What WCAG's level AA asks of text, and of what is no text. */
const ofText = 4.5;
const ofShapes = 3;

/** Throws a sentence if words can't be read on one of the colors. */
export function makePalette(
  accent: string | undefined,
  ground: string | undefined,
  fileName: string,
): Palette {
  if (accent) requireContrast("accent", accent, onAccent, "the words of buttons", fileName);
  if (ground) requireContrast("ground", ground, onGround, "words", fileName);
  const grounds = ground ? { light: ground, dark: shift(ground, -0.03) } : defaultGround;
  const [ofAccent, ofGround] = [
    accent ? fromAccent(accent) : undefined,
    ground ? fromGround(grounds) : undefined,
  ];
  const coral = lightenFor(accent ?? defaultCoral, [grounds.light, grounds.dark, night], ofShapes);
  return {
    light: { ...ofAccent?.light, ...ofGround?.light, ...((accent ?? ground) && { coral }) },
    dark: { ...ofAccent?.dark, ...ofGround?.dark },
    emails: {
      ...(accent && { accent }),
      ...(ground && { ground }),
      ...((accent ?? ground) && { you: coral }),
    },
  };
}

/** The names are those of app/styles/tokens.css. */
function fromAccent(accent: string) {
  const wash = { light: mix(accent, papers.light[0], 0.1), dark: mix(accent, papers.dark[0], 0.22) };
  const button = lightenFor(accent, [papers.dark[0] ?? ""], ofShapes);
  const darkAccent = contrast(button, onAccent) >= ofText ? button : accent;
  return {
    light: {
      paprika: accent,
      "paprika-deep": shift(accent, -0.06),
      "paprika-text": darkenFor(accent, [...papers.light, wash.light], ofText),
      "paprika-wash": wash.light,
    },
    dark: {
      paprika: darkAccent,
      "paprika-deep": shift(darkAccent, -0.05),
      "paprika-text": lightenFor(accent, [...papers.dark, wash.dark], ofText),
      "paprika-wash": wash.dark,
    },
  };
}

/** Words and dots that say that something is confirmed are made of it, too. */
function fromGround(grounds: { light: string; dark: string }) {
  const wash = {
    light: mix(grounds.light, papers.light[0], 0.1),
    dark: mix(grounds.dark, papers.dark[0], 0.22),
  };
  return {
    light: {
      green: grounds.light,
      "green-text": darkenFor(grounds.light, [...papers.light, wash.light], ofText),
      "green-wash": wash.light,
      "on-green-2": quieterOn(grounds.light),
      focus: darkenFor(grounds.light, papers.light, ofShapes),
    },
    dark: {
      green: grounds.dark,
      "green-text": lightenFor(grounds.dark, [...papers.dark, wash.dark], ofText),
      "green-wash": wash.dark,
      "on-green-2": quieterOn(grounds.dark),
    },
  };
}

function requireContrast(key: string, color: string, words: string, what: string, fileName: string): void {
  const found = contrast(color, words);
  if (found >= ofText) return;
  throw new Error(
    `colors.${key} in [club] of ${fileName} is too light: ${what} in ${words} on ${color} have a contrast of ${found.toFixed(1)}, and ${ofText} is the least. ${darkenFor(color, [words], ofText)} would do.`,
  );
}

/** Words that matter less, as quiet as they can be read. */
function quieterOn(ground: string): string {
  const shares = [0.28, 0.24, 0.2, 0.16, 0.12, 0.08, 0.04];
  return (
    shares.map((share) => mix(ground, onGround, share)).find((words) => contrast(words, ground) >= ofText) ??
    onGround
  );
}

const darkenFor = (color: string, others: string[], least: number) => shiftFor(color, others, least, -0.01);
const lightenFor = (color: string, others: string[], least: number) => shiftFor(color, others, least, 0.01);

function shiftFor(color: string, others: string[], least: number, step: number): string {
  for (let by = 0; Math.abs(by) <= 1; by += step) {
    const shifted = shift(color, by);
    if (others.every((other) => contrast(shifted, other) >= least)) return shifted;
  }
  return step < 0 ? "#000000" : "#ffffff";
}

type Three = [number, number, number];

const toBytes = (hex: string): Three =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Three;
const toHex = (channels: number[]) =>
  `#${channels
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
const toLinear = (byte: number) => (byte <= 10.31475 ? byte / 3294.6 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
const fromLinear = (light: number) =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

/** `share` of the first color. */
function mix(color: string, other = "", share: number): string {
  const others = toBytes(other);
  return toHex(toBytes(color).map((byte, i) => byte * share + (others[i] ?? 0) * (1 - share)));
}

/** WCAG's contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [r, g, b] = toBytes(hex).map(toLinear) as Three;
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Lighter or darker in OKLab, whose lightness is that of the eye; less colorful where the screen has no such color. */
function shift(hex: string, by: number): string {
  const [L, a, b] = toOklab(toBytes(hex).map(toLinear) as Three);
  const lightness = Math.min(1, Math.max(0, L + by));
  for (let chroma = 1; chroma >= 0; chroma -= 0.05) {
    const linear = fromOklab([lightness, a * chroma, b * chroma]);
    if (linear.every((channel) => channel >= -0.001 && channel <= 1.001))
      return toHex(linear.map((channel) => fromLinear(Math.max(0, channel))));
  }
  return by < 0 ? "#000000" : "#ffffff";
}

function toOklab([r, g, b]: Three): Three {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([L, a, b]: Three): Three {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}
