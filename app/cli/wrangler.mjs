/** `npm run deploy` and `npm run wrangler` prepare a fresh clone, then run wrangler with the club's settings. */
import { spawn } from "node:child_process";
import { checkNode, checkWritable, installPackages } from "./prepare.mjs";
import { node, root, toolEnvironment } from "./project.mjs";

checkNode();
checkWritable();
installPackages();

const child = spawn(node, ["app/cli/run-wrangler.ts", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: toolEnvironment,
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
