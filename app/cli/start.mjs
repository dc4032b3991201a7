/** `npm start` and `npm run dev`: from a bare clone to a running club. */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import {
  build,
  checkNode,
  checkPort,
  checkWritable,
  giveUp,
  installPackages,
  node,
  root,
  writeLocalSecrets,
} from "./prepare.mjs";

checkNode();
const { dev, port, persistTo } = readArguments();
checkWritable();
await checkPort(port);
installPackages();
writeLocalSecrets();
if (!dev) build();

const server = spawn(node, [dev ? "app/cli/develop.ts" : "app/cli/serve.ts", String(port), persistTo], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    WRANGLER_SEND_METRICS: "false",
    CLOUDFLARE_CF_FETCH_ENABLED: "false",
    WRANGLER_LOG: "error",
  },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code) => process.exit(code ?? 0));

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        dev: { type: "boolean", default: false },
        port: { type: "string", default: "8787" },
        "persist-to": { type: "string", default: ".wrangler/state" },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      giveUp(`--port takes a number from 1 to 65535, not "${values.port}".`);
    return { dev: values.dev, port, persistTo: values["persist-to"] };
  } catch (error) {
    giveUp(`${error.message.split(". ")[0]}. npm start takes --port N and --persist-to DIR.`);
  }
}
