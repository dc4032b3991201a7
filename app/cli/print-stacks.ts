/** `npm run stacks` copies lines of the log, and names the files and lines of the project in their stacks. */
import { createInterface } from "node:readline";
import { mapStacks } from "./map-stacks.ts";
import { build } from "./prepare.mjs";
import { escapeLines } from "./terminal-text.mjs";

/** The log goes to a file or a program. */
const { write } = process.stdout;
process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write;
build();
process.stdout.write = write;
for await (const line of createInterface({ input: process.stdin })) console.log(escapeLines(mapStacks(line)));
