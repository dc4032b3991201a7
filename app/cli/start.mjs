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

const usage = `npm start       serves the built club       -- --port N          where, 8787 if not said
npm run dev     follows what you edit       -- --persist-to DIR  keeps its database there`;

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
/** The shell between npm and us passes no signal on: when it is gone, so are we. */
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && server.kill("SIGTERM"), 500).unref();
}
server.on("exit", (code) => process.exit(code ?? 0));

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: "boolean", short: "h", default: false },
        dev: { type: "boolean", default: false },
        port: { type: "string", default: "8787" },
        "persist-to": { type: "string", default: ".wrangler/state" },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      giveUp(`--port takes a number from 1 to 65535, not "${values.port}".`);
    return { dev: values.dev, port, persistTo: values["persist-to"] };
  } catch (error) {
    giveUp(`${error.message.split(". ")[0]}. It takes --port N and --persist-to DIR.`);
  }
}
