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
/** What nearly every page shows, so each page loads it. */
const latin = `${characterRange(0x20, 0x7e)}\u{a0}·×ÁÉÍÓÖÚÜáéíóöúü–—‘’‚“”„…•→←−€`;
const accents = [...characterRange(0xa1, 0xff)].filter((character) => !latin.includes(character)).join("");
const hungarian = "ŐőŰű";

/** Larger optical sizes of Fraunces have hairlines that are too thin. */
const frauncesAxes = { wght: 400, opsz: 40 };
const interAxes = { wght: { min: 420, max: 600 } };

const subsets = [
  {
    to: "fraunces-latin",
    from: "fraunces/files/fraunces-latin-opsz-normal",
    text: latin,
    axes: frauncesAxes,
  },
  {
    to: "fraunces-accents",
    from: "fraunces/files/fraunces-latin-opsz-normal",
    text: accents,
    axes: frauncesAxes,
  },
  {
    to: "fraunces-hungarian",
    from: "fraunces/files/fraunces-latin-ext-opsz-normal",
    text: hungarian,
    axes: frauncesAxes,
  },
  { to: "inter-latin", from: "inter/files/inter-latin-wght-normal", text: latin, axes: interAxes },
  { to: "inter-accents", from: "inter/files/inter-latin-wght-normal", text: accents, axes: interAxes },
  {
    to: "inter-hungarian",
    from: "inter/files/inter-latin-ext-wght-normal",
    text: hungarian,
    axes: interAxes,
  },
];

for (const { to, from, text, axes } of subsets) {
  const font = await readFile(new URL(`${from}.woff2`, packagesFolder));
  const subset = await subsetFont(font, text, {
    targetFormat: "woff2",
    variationAxes: axes,
    noLayoutClosure: to.startsWith("inter"),
  });
  await writeFile(new URL(`${to}.woff2`, fontsFolder), subset);
  console.log(`${to}.woff2  ${(subset.length / 1000).toFixed(1)} kB`);
}
