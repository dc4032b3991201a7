/** One large night in a process of its own: its hash, the CPU it took, the memory above the bare runtime. */
import { match } from "#app/matching/solve.ts";
import { clubNight } from "./match-input.ts";

const night = clubNight(Number(process.argv[2]), 1);
globalThis.gc?.();
const bare = process.memoryUsage.rss();
const before = process.cpuUsage();
const { hash, report } = match(night);
const { user, system } = process.cpuUsage(before);
const megabytes = (process.resourceUsage().maxRSS * 1024 - bare) / 2 ** 20;
console.log(JSON.stringify({ hash, report, seconds: (user + system) / 1e6, megabytes }));
