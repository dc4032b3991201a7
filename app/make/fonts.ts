/**
 * Reduces the two typefaces to the characters and weights that Öten uses: `npm run make:fonts`.
 * The results are committed. Run it again when a weight or a character is missing.
 */
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const fontsFolder = new URL("../assets/fonts/", import.meta.url);
const packagesFolder = new URL("../../node_modules/@fontsource-variable/", import.meta.url);

const characterRange = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join("");
const without = (text: string, others: string) =>
  [...text].filter((character) => !others.includes(character)).join("");

const rareSigns = "#*<=>[\\]^_`{|}~";
/** The characters of nearly every page, so each page loads them. */
const latin = `${without(characterRange(0x20, 0x7e), rareSigns)}\u{a0}·×ÁÉÍÓÖÚÜáéíóöúü–—‘’‚“”„…•→←−€`;
const more = rareSigns + without(characterRange(0xa1, 0xff), latin);
const hungarian = "ŐőŰű";

/** Modern screens need no hints. */
const withoutExtras = { noHinting: true, dropTables: ["STAT", "MVAR", "gasp", "prep"] };
/** Larger optical sizes of Fraunces have hairlines that are too thin. */
const fraunces = {
  variationAxes: { wght: 400, opsz: 40 },
  keepFeatures: ["kern", "lnum", "tnum"],
};
const inter = {
  variationAxes: { wght: { min: 420, max: 560 } },
  keepFeatures: ["kern"],
  noLayoutClosure: true,
};

const frauncesLatin = "fraunces/files/fraunces-latin-opsz-normal";
const interLatin = "inter/files/inter-latin-wght-normal";

const subsets = [
  { to: "fraunces-latin", from: frauncesLatin, text: latin, options: fraunces },
  { to: "fraunces-more", from: frauncesLatin, text: more, options: fraunces },
  {
    to: "fraunces-hungarian",
    from: "fraunces/files/fraunces-latin-ext-opsz-normal",
    text: hungarian,
    options: fraunces,
  },
  { to: "inter-latin", from: interLatin, text: latin, options: inter },
  { to: "inter-more", from: interLatin, text: more, options: inter },
  {
    to: "inter-hungarian",
    from: "inter/files/inter-latin-ext-wght-normal",
    text: hungarian,
    options: inter,
  },
];

for (const { to, from, text, options } of subsets) {
  const font = await readFile(new URL(`${from}.woff2`, packagesFolder));
  const subset = await subsetFont(font, text, {
    ...options,
    targetFormat: "woff2",
    ...withoutExtras,
  });
  await writeFile(new URL(`${to}.woff2`, fontsFolder), subset);
  console.log(`${to}.woff2  ${(subset.length / 1000).toFixed(1)} kB`);
}
