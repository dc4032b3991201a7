import { scheduler } from "node:timers/promises";
import { runOps } from "./run-ops.ts";
import { createJobLog, describeInterruption, exitCodes, processTerminal } from "./terminal.ts";

// Jobs write their log to standard output, but here that is only for the result.
const log = createJobLog((line) => console.error(line));
console.log = log.addLine;
process.on("SIGINT", () => {
  process.stderr.write(`${process.stderr.isTTY ? "\n" : ""}${describeInterruption()}\n`);
  process.exit(exitCodes.interrupted);
});
// The reader of the output can stop reading, as head does.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
// Workers have a global scheduler, but Node does not.
Object.assign(globalThis, { scheduler });

process.exitCode = await runOps(process.argv.slice(2), processTerminal);
if (process.exitCode === exitCodes.failed) log.printHeldLines();
