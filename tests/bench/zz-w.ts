import { makeTermsClub } from "./terms-club.ts";
import { match } from "#app/matching/solve.ts";
const input = makeTermsClub(50, 5000, { wish: Number(process.argv[2]) });
const s = match({...input});
console.log(s.report, input.wishes);
const byId = new Map(input.diners.map(d=>[d.id,d]));
for (const w of input.wishes ?? []) {
  const t = w.map(id => s.tables.findIndex(t => t.diners.includes(id)));
  const [a,b] = w.map(id => byId.get(id)!);
  console.log(w, t, a.languages & b.languages, a.met.includes(b.id), b.met.includes(a.id), input.together?.filter(g => g.some(id => w.includes(id))));
}
