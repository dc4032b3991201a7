/** `npm run bench:crash`: 50,000 bookings while the club is killed 20 times; `--writes N --kills N` for fewer. */
import { parseArgs } from "node:util";
import { killClubWhileBooking } from "#tests/support/crash.ts";

const { values } = parseArgs({
  options: { writes: { type: "string", default: "50000" }, kills: { type: "string", default: "20" } },
});
const startedAt = performance.now();
const outcome = await killClubWhileBooking({ writes: Number(values.writes), kills: Number(values.kills) });
const seconds = (performance.now() - startedAt) / 1000;
console.log(
  `${outcome.acknowledged} bookings acknowledged, ${outcome.kills} kills, ${outcome.lost} lost, ${outcome.halfWritten} half written, in ${seconds.toFixed(0)} s`,
);
process.exitCode = outcome.lost + outcome.halfWritten > 0 ? 1 : 0;
