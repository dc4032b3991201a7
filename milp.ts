import highs from "highs";
import { suits } from "#app/matching/venues/suits.ts";
import { makeEvening } from "#tests/bench/populations.ts";
import { readFileSync } from "node:fs";
const H = await highs();
export function milpBound(input:any, mode="both"){
  const ok=new Set(input.diners.filter((d:any)=>input.venues.some((v:any)=>suits(v,d))).map((d:any)=>d.id));
  const bad=new Set((input.together??[]).filter((g:any)=>g.some((i:any)=>!ok.has(i))).flat());
  const ds=input.diners.filter((d:any)=>ok.has(d.id)&&!bad.has(d.id));
  const types=new Map<string,{lang:number,v:string,n:number}>(); const okeys=new Map<string,{v:any,t:number}>();
  for(const v of input.venues){const k=`${v.diets},${v.price},${!!v.stepFree}`; const o=okeys.get(k); if(o)o.t+=v.tables; else okeys.set(k,{v,t:v.tables});}
  const offers=[...okeys.values()];
  for(const d of ds){const m=mode==="lang"?"1".repeat(offers.length):offers.map(o=>suits(o.v,d)?1:0).join(""); const l=mode==="kind"?-1:(d.languages||-1); const k=l+"|"+m; const t=types.get(k); if(t)t.n++; else types.set(k,{lang:l,v:m,n:1});}
  const T=[...types.values()]; const langs=mode==="kind"?[0]:[...Array(31).keys()].filter(b=>ds.filter((d:any)=>(d.languages||-1)&(1<<b)).length>=5);
  const obj:string[]=[],cap=offers.map(()=>[] as string[]),flow=T.map(()=>[] as string[]),rows:string[]=[],ints:string[]=[];
  langs.forEach(L=>offers.forEach((o,k)=>{ const n=`n${L}_${k}`; const xs=T.flatMap((t,i)=>(t.lang&(1<<L))&&t.v[k]==="1"?[`x${i}_${L}_${k}`]:[]); if(!xs.length)return; obj.push(n);ints.push(n);cap[k].push(n); xs.forEach(x=>flow[Number(x.slice(1).split("_")[0])].push(x)); rows.push(` r${L}_${k}: ${xs.join(" + ")} - 5 ${n} = 0`)}));
  const lp=["Maximize",` o: ${obj.join(" + ")}`,"Subject To",...rows,...flow.flatMap((f,i)=>f.length?[` f${i}: ${f.join(" + ")} <= ${T[i].n}`]:[]),...cap.flatMap((c,k)=>c.length?[` c${k}: ${c.join(" + ")} <= ${mode==="lang"?9999:offers[k].t}`]:[]),"General",...ints,"End"].join("\n");
  return Math.round(H.solve(lp,{time_limit:30} as any).ObjectiveValue);
}
for (const a of process.argv.slice(2)) { const [n,name,s]=a.split(":"); const input=n==="f"?JSON.parse(readFileSync(name,"utf8")):makeEvening(name as any,Number(n),Number(s)); console.log(a,"both",milpBound(input),"kind",milpBound(input,"kind"),"lang",milpBound(input,"lang")); }
