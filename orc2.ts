import { findPossibleGain } from "#tests/bench/oracle.ts"; import { makeMatchInput } from "#tests/bench/match-input.ts";
import { makeEvening } from "#tests/bench/populations.ts";
for (const n of [30,50,70]) { const r=[]; for (const s of [1,2]) r.push((await findPossibleGain(makeMatchInput(n,s))).toFixed(2),(await findPossibleGain(makeEvening("newcomers",n,s))).toFixed(2)); console.log(n,r.join(" ")); }
