import { compareTerms } from "#tests/bench/match-terms.ts";

const n = Number(process.argv[2] ?? 50),
  from = Number(process.argv[3] ?? 0);
const t = Date.now();
const r = compareTerms(n, from);
console.log({ ...r, wrong: r.wrong.length }, Date.now() - t);
for (const w of r.wrong.slice(0, 8)) console.log(w);
