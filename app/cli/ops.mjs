/** `npm run ops` prepares a fresh clone, then runs the command. */
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { bundleOps } from "./bundle-ops.mjs";
import { checkNode, checkWritable, installPackages, writeLocalSecrets } from "./prepare.mjs";
import { node } from "./project.mjs";

/** Keeps preparation messages off standard output, which scripts read. */
const { write } = process.stdout;
process.stdout.write = process.stderr.write.bind(process.stderr);
checkNode();
checkWritable();
installPackages();
writeLocalSecrets();
const bundlePath = await bundleOps();
process.stdout.write = write;

Object.assign(process.env, {
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_LOG: "none",
});
if (Number.parseInt(process.versions.node, 10) >= 24) await import(pathToFileURL(bundlePath).href);
else runInNewerNode();

function runInNewerNode() {
  const child = spawn(node, [bundlePath, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
