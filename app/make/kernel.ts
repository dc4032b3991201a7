/** Compiles the WebAssembly part of the matcher: `npm run make:kernel`, with `-- --to FOLDER` into another folder. */
import { relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { main } from "assemblyscript/asc";
import { root } from "#app/cli/project.mjs";
import { exitWithError } from "#app/cli/terminal-text.mjs";

const baseDir = resolve(root, "app/matching/kernel");
const { values } = parseArgs({ options: { to: { type: "string", default: baseDir } } });
const to = relative(baseDir, resolve(values.to)) || ".";

const { error, stderr } = await main([
  "assembly/tables.ts",
  ...["--outFile", `${to}/tables.wasm`, "--baseDir", baseDir],
  ...["--optimizeLevel", "3", "--enable", "simd", "--runtime", "stub", "--noAssert", "--use", "abort="],
]);
if (error) exitWithError(`${error.message}\n${stderr}`);
