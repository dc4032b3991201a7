/** Seats so many diners, or with "-" those of standard input, in a process of its own, and prints the hash, the CPU time and the memory above the bare runtime. */
import { readFileSync } from "node:fs";
import { match } from "#app/matching/solve.ts";
import { makeMatchInput } from "./match-input.ts";

const size = process.argv[2] ?? "";
const input = size === "-" ? JSON.parse(readFileSync(0, "utf8")) : makeMatchInput(Number(size), 1);
globalThis.gc?.();
const rssBefore = process.memoryUsage.rss();
const cpuBefore = process.cpuUsage();
const { hash, report } = match(input);
const { user, system } = process.cpuUsage(cpuBefore);
const megabytes = (process.resourceUsage().maxRSS * 1024 - rssBefore) / 2 ** 20;
console.log(JSON.stringify({ hash, report, seconds: (user + system) / 1e6, megabytes }));
