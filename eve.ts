import { match } from "#app/matching/solve.ts";
import { makeEvening, populationNames } from "#tests/bench/populations.ts";
const [sizes, seeds, props, pop] = process.argv.slice(2);
for (const n of sizes.split(",").map(Number)) {
  let nf=0, imp=0, total=0, kept=0, wishes=0, cpu=0, mean=0, worst=0, relaxed=0, max=0; const list:string[]=[];
  for (const name of pop ? [pop as any] : populationNames) for (let s=1;s<=Number(seeds);s++) {
    const input = {...makeEvening(name,n,s)}; if (Number(props)) input.proposals = Number(props)*n;
    const b = process.cpuUsage();
    const {report} = match(input);
    const {user,system}=process.cpuUsage(b); const c=(user+system)/1e6; cpu+=c; max=Math.max(max,c);
    const v:any=report.venues[0]; total++;
    if (v.outcome==="not found") {nf++; list.push(name+s+":"+report.seated)} if (v.outcome==="impossible") {imp++; list.push(name+s+"imp:"+report.seated+"/"+v.mostSeated)}
    if (v.relaxed.length) {relaxed++; list.push(name+s+" "+v.relaxed)}
    kept+=v.terms.wishesTogether; wishes+=v.terms.wishes; mean+=report.mean!; worst+=report.worst!;
  }
  console.log(n, `evenings ${total} not found ${nf} impossible ${imp} relaxed ${relaxed} wishes ${kept}/${wishes} ${(100*kept/wishes).toFixed(0)}% mean ${(mean/total).toFixed(2)} worst ${(worst/total).toFixed(2)} cpu ${(cpu/total).toFixed(2)} max ${max.toFixed(1)}`, list.join(" "));
}
