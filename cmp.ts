import { compareDenseInputs } from "#tests/bench/match-dense.ts"; import { comparePools } from "#tests/bench/match-pool.ts"; import { compareTerms } from "#tests/bench/match-terms.ts"; import {findBrokenPools} from "#tests/bench/match-any-pool.ts";
console.log("any", findBrokenPools(300));
for (const f of [compareDenseInputs, comparePools, compareTerms]) { const r=f(60); console.log(f.name, JSON.stringify({...r, wrong:r.wrong.length}), r.wrong.slice(0,4).join("\n")); }
