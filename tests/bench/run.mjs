/** Runs a measurement of this folder on a fresh build, for example `npm run budget`. */
import { spawnSync } from "node:child_process";
import { build, checkNode, installPackages } from "#app/cli/prepare.mjs";
import { node, root, toolEnvironment } from "#app/cli/project.mjs";

checkNode();
installPackages();
build();

const [name, ...args] = process.argv.slice(2);
const { status } = spawnSync(node, [`tests/bench/${name}.ts`, ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...toolEnvironment, WRANGLER_LOG: "error" },
});
process.exit(status ?? 1);
