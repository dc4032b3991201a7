/** Seats many diners in a process of its own, and prints the hash, the CPU time and the memory above the bare runtime. */
import { match } from "#app/matching/solve.ts";
import { makeMatchInput } from "./match-input.ts";

const input = makeMatchInput(Number(process.argv[2]), 1);
globalThis.gc?.();
const rssBefore = process.memoryUsage.rss();
const cpuBefore = process.cpuUsage();
const { hash, report } = match(input);
const { user, system } = process.cpuUsage(cpuBefore);
const megabytes = (process.resourceUsage().maxRSS * 1024 - rssBefore) / 2 ** 20;
console.log(JSON.stringify({ hash, report, seconds: (user + system) / 1e6, megabytes }));
