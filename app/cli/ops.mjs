/** `npm run ops -- …`: the operator's desk, from a bare clone on. */
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { bundleOps, checkNode, checkWritable, installPackages, node, writeLocalSecrets } from "./prepare.mjs";

/** What a script reads on standard output is the answer alone. */
const { write } = process.stdout;
process.stdout.write = process.stderr.write.bind(process.stderr);
checkNode();
checkWritable();
installPackages();
writeLocalSecrets();
const bundle = await bundleOps();
process.stdout.write = write;

Object.assign(process.env, {
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_LOG: "none",
});
if (Number.parseInt(process.versions.node, 10) >= 24) await import(pathToFileURL(bundle).href);
else inNewerNode();

function inNewerNode() {
  const child = spawn(node, [bundle, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
}
