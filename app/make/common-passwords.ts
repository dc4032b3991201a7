/**
 * Writes the list of common passwords that pass the other password checks: `npm run make:passwords`. The list is in lower
 * case, because passwords are compared in lower case.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { root } from "#app/cli/project.mjs";

const commonPasswords = dictionary["passwords-common"]
  .slice(0, 10_000)
  .map((word) => String(word).toLowerCase());
const acceptedPasswords = commonPasswords.filter(
  (word) => word.length >= 8 && /[a-z]/.test(word) && /\d/.test(word),
);
const lines = [...new Set(acceptedPasswords)].sort();

await writeFile(
  join(root, "app/auth/common-passwords.ts"),
  `/** Written by \`npm run make:passwords\`. */\nexport const commonPasswords = new Set(\n  \`${lines.join(" ")}\`.split(" "),\n);\n`,
);
console.log(`${lines.length} of the ${commonPasswords.length} most common passwords`);
