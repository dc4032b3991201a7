/** `npm run make:screenshots`: Vite runs the command, because Node can't run the TSX files of the emails. */
import { runnerImport } from "vite";
import { build } from "#app/cli/prepare.mjs";
import { root } from "#app/cli/project.mjs";

build();
process.env.WRANGLER_LOG = "error";
await runnerImport("/tests/screens/take-pictures.ts", { root, configFile: false, logLevel: "error" });
