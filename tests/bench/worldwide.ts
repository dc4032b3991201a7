/** `npm run bench:worldwide`: Vite runs it, because Node can't run the TSX files of the emails. `--no-write` leaves docs/ as it is. */
import { runnerImport } from "vite";
import { root } from "#app/cli/project.mjs";

await runnerImport("/tests/bench/measure-worldwide.ts", { root, configFile: false, logLevel: "error" });
