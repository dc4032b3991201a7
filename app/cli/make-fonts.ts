/**
 * Cuts the two typefaces down to the characters and weights Öten uses: `npm run make:fonts`.
 * The results are committed; run it again when a weight or a character is missing.
 */
import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const fonts = new URL("../assets/fonts/", import.meta.url);
const packages = new URL("../../node_modules/@fontsource-variable/", import.meta.url);

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)).join("");
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„…•→←−€`;
const hungarian = "ŐőŰű";

/** One weight and one optical size: at its full size Fraunces loses its hairlines. Nothing is set in italics. */
const fraunces = { wght: 400, opsz: 40 };
const inter = { wght: { min: 420, max: 600 } };

const cuts = [
  { to: "fraunces-latin", from: "fraunces/files/fraunces-latin-opsz-normal", text: latin, axes: fraunces },
  {
    to: "fraunces-hungarian",
    from: "fraunces/files/fraunces-latin-ext-opsz-normal",
    text: hungarian,
    axes: fraunces,
  },
  { to: "inter-latin", from: "inter/files/inter-latin-wght-normal", text: latin, axes: inter },
  { to: "inter-hungarian", from: "inter/files/inter-latin-ext-wght-normal", text: hungarian, axes: inter },
];

for (const { to, from, text, axes } of cuts) {
  const whole = await readFile(new URL(`${from}.woff2`, packages));
  const cut = await subsetFont(whole, text, {
    targetFormat: "woff2",
    variationAxes: axes,
    noLayoutClosure: to.startsWith("inter"),
  });
  await writeFile(new URL(`${to}.woff2`, fonts), cut);
  console.log(`${to}.woff2  ${(cut.length / 1000).toFixed(1)} kB`);
}
