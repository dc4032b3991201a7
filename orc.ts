import { findPossibleGain } from "#tests/bench/oracle.ts"; import { makeEvening } from "#tests/bench/populations.ts"; import { makeMatchInput } from "#tests/bench/match-input.ts"; import { makeTermsClub } from "#tests/bench/terms-club.ts";
const n=Number(process.argv[2]);
for (const [name,i] of [["match",makeMatchInput(n,1)],["terms",makeTermsClub(n,2)],["city",makeEvening("capital",n,1)]] as const) { const b=process.cpuUsage().user; console.log(n,name,(await findPossibleGain(i)).toFixed(3),((process.cpuUsage().user-b)/1e6).toFixed(1)); }
