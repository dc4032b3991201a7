/** Writes down the countries a diner may be from: `npm run make:countries`. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import countries from "world-countries";
import { root } from "./prepare.mjs";

/** Not states to everyone, but home to somebody who comes to dinner. */
const homes = ["PSE", "TWN", "UNK"];

const names = countries
  .filter(({ independent, cca3 }) => independent || homes.includes(cca3))
  .map(({ name }) => name.common)
  .sort((a, b) => a.localeCompare(b, "en"));

await writeFile(
  join(root, "app/lib/countries.ts"),
  `/** Written by \`npm run make:countries\`. */\nexport const countries = ${JSON.stringify(names)};\n`,
);
console.log(`${names.length} countries`);
