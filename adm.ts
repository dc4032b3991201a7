import { Tables } from "#app/matching/admission/fill-tables.ts";
import { takeFirst, planTables } from "#app/matching/admission/seats.ts";
import { canFormGroup } from "#app/matching/admission/legal-groups.ts";
import { buildRules } from "#app/matching/rules/build-rules.ts";
import { compareByPriority } from "#app/matching/sort-order.ts";
import { suits } from "#app/matching/venues/suits.ts";
import { Random } from "#app/matching/random.ts";
import { makeEvening, populationNames } from "#tests/bench/populations.ts";
const [size, seeds, pop, budget] = process.argv.slice(2); const n=Number(size);
 const out:string[]=[];
 for (const s of seeds.split(",").map(Number)) {
  const input=makeEvening(pop as any,n,s);
  const ok=new Set(input.diners.filter(d=>input.venues.some(v=>suits(v,d))).map(d=>d.id));
  const bad=new Set(input.together!.filter(g=>g.some(i=>!ok.has(i))).flat());
  const suited=input.diners.filter(d=>ok.has(d.id)&&!bad.has(d.id)).sort(compareByPriority);
  const rules=buildRules(suited,[],input.venues,input.together);
  const all=[...suited.keys()];
  const seatable=all.filter(d=>canFormGroup(d,all,rules));
  const {first,others}=takeFirst(rules,seatable,input.venues.reduce((x,v)=>x+v.tables,0));
  const plan=planTables(rules,[...first,...others],first.length/5); const t=new Tables(rules,[...first,...others],plan.maxTables,plan,new Random(s));
  const res:string[]=[]; const b=process.cpuUsage().user; const wanted=first.length/5+'/'+plan.kinds.length+'/'+plan.maxTables; res.length=0; 
  while(!t.repair(Number(budget))) {res.push(`${t.count}:${t.count-t.legalTables.length}b`);t.dropTable();}
  out.push(`${s}: ${wanted}->${t.count} ${((process.cpuUsage().user-b)/1e6).toFixed(2)}s swaps ${t.swaps} ${res.join(" ")}`);
 }
 console.log(n,pop,out.join("\n"));
