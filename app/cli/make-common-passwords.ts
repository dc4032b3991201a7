/**
 * Writes down the commonest passwords that our other rules would let pass: `npm run make:passwords`.
 * Compared in lower case, so "Password1" is as common as "password1".
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { root } from "./prepare.mjs";

const commonest = dictionary["passwords-common"].slice(0, 10_000).map((word) => String(word).toLowerCase());
const passing = commonest.filter((word) => word.length >= 8 && /[a-z]/.test(word) && /\d/.test(word));
const lines = [...new Set(passing)].sort();

await writeFile(
  join(root, "app/auth/common-passwords.ts"),
  `/** Written by \`npm run make:passwords\`. */\nexport const commonPasswords = new Set(\n  \`${lines.join(" ")}\`.split(" "),\n);\n`,
);
console.log(`${lines.length} of the ${commonest.length} commonest`);
