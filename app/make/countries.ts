/** Writes the list of countries a diner can choose: `npm run make:countries`. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import countries from "world-countries";
import { root } from "#app/cli/project.mjs";

/** Not every state recognizes these countries, but diners come from there. */
const disputedCountryCodes = ["PSE", "TWN", "UNK"];

const names = countries
  .filter(({ independent, cca3 }) => independent || disputedCountryCodes.includes(cca3))
  .map(({ name }) => name.common)
  .sort((a, b) => a.localeCompare(b, "en"));

await writeFile(
  join(root, "app/lib/quiz/countries.ts"),
  `/** Written by \`npm run make:countries\`. */\nexport const countries = ${JSON.stringify(names)};\n`,
);
console.log(`${names.length} countries`);
