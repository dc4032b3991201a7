/** `npm start` and `npm run dev` prepare a fresh clone, then run the club. */
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import {
  build,
  checkNode,
  checkPort,
  checkWritable,
  installPackages,
  writeLocalSecrets,
} from "./prepare.mjs";
import { node, root, toolEnvironment } from "./project.mjs";
import { exitWithError } from "./terminal-text.mjs";

const usage = `npm start       runs the built club           -- --port N          the port, 8787 by default
npm run dev     runs it with hot reload       -- --persist-to DIR  the folder of its database
                                                              -- --club FILE       its settings, club.toml by default`;

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
  env: { ...toolEnvironment, WRANGLER_LOG: "error" },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
/** The shell that npm starts passes on no signals, so the server stops when that shell is gone. */
const shellPid = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== shellPid && server.kill("SIGTERM"), 500).unref();
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
      exitWithError(`--port takes a number from 1 to 65535, not "${values.port}".`);
    return { dev: values.dev, port, persistTo: values["persist-to"] };
  } catch (error) {
    exitWithError(`${error.message.split(". ")[0]}. Options: --port N and --persist-to DIR.`);
  }
}
