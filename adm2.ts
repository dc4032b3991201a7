import { chooseDiners } from "#app/matching/admission/choose-diners.ts";
import { buildRules } from "#app/matching/rules/build-rules.ts";
import { compareByPriority } from "#app/matching/sort-order.ts";
import { suits } from "#app/matching/venues/suits.ts";
import { makeEvening, populationNames } from "#tests/bench/populations.ts";
import {readMatchInput} from "#app/cli/read-match-files.ts"; import {readJsonFile} from "#app/cli/read-json-file.ts";
const [sizes, seeds, pop] = process.argv.slice(2);
const run=(input:any)=>{
  const ok=new Set(input.diners.filter((d:any)=>input.venues.some((v:any)=>suits(v,d))).map((d:any)=>d.id));
  const bad=new Set(input.together!.filter((g:any)=>g.some((i:any)=>!ok.has(i))).flat());
  const suited=input.diners.filter((d:any)=>ok.has(d.id)&&!bad.has(d.id)).sort(compareByPriority);
  const rules=buildRules(suited,[],input.venues,input.together);
  const b=process.cpuUsage().user;
  const c=chooseDiners(rules,suited.length,input.venues.reduce((x:number,v:any)=>x+v.tables,0),input.seed);
  return [c.tables.length,c.maxTables,c.wantedTables,(process.cpuUsage().user-b)/1e6];
};
if (sizes==="night") for (const f of ["notfound-300-41-city.input","notfound-300-46-expats.input"]) console.log(f,run(readMatchInput(readJsonFile("/work/shared/matcher/nights/"+f+".json") as any)));
else for (const n of sizes.split(",").map(Number)) for (const name of pop?pop.split(","):populationNames) { const res=seeds.split("-").length===2?Array.from({length:Number(seeds.split("-")[1])},(_,i)=>[i+1,...run(makeEvening(name as any,n,i+1))]):[]; 
 console.log(n,name,"cpu",res.reduce((s,r)=>s+r[4],0).toFixed(1),"max",Math.max(...res.map(r=>r[4])).toFixed(1),"fail",res.filter(r=>r[1]<r[2]).map(r=>r.slice(0,3).join("/")).join(" ")||"none"); }
