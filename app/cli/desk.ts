/** `npm run desk -- --remote` serves the desk of the deployed club on this computer, for a club without Cloudflare Access. */
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { newToken } from "#app/auth/device.server.ts";
import { createRemoteDesk } from "./local-worker.ts";
import { connectToDeployedClub, readSecrets } from "./ops/club-connections.ts";
import { build, checkPort } from "./prepare.mjs";
import { escapeLines, exitWithError } from "./terminal-text.mjs";

const { values } = parseArgs({
  options: { remote: { type: "boolean", default: false }, port: { type: "string", default: "8788" } },
});
const port = Number(values.port);
if (!values.remote)
  exitWithError(
    "npm start prints the address of the local club’s desk. For the deployed club, add --remote.",
  );
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  exitWithError(`--port takes a number from 1 to 65535, not "${values.port}".`);
await checkPort(port);
build();

const token = newToken();
const club = await connectToDeployedClub().catch((error: unknown) =>
  exitWithError(error instanceof Error ? error.message : String(error)),
);
const worker = createRemoteDesk(club.config, club.connection, {
  port,
  vars: { ...readSecrets(), DESK_TOKEN: token, DESK_OPERATOR: userInfo().username },
});
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(
    signal,
    () => void worker.dispose().finally(() => club.dispose().finally(() => process.exit(0))),
  );
await worker.ready;
console.log(
  escapeLines(`
  The deployed club’s desk: http://localhost:${port}/desk?token=${token}
  It opens on this computer only. Stop it with Ctrl+C.
`),
);
