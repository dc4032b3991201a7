import { renderTable } from "./render-table.ts";
import type { EventOptions, EventRun } from "./run-event.ts";
import type { Invocation } from "./watch-invocations.ts";

/** What docs/benchmarks.json keeps of a run; the figures of invocations are those of the worst one. */
export interface EventRow
  extends Omit<EventOptions, "asksForAccountEmail">,
    Omit<EventRun, "failures" | "invocations" | "warnings">,
    Record<Figure, number> {
  what: string;
  invocations: number;
}

type Figure = "cpuMs" | "memoryMb" | "residentMb" | "calls" | "statements" | "slowestMs" | "longestValue";

const findWorst = (invocations: Invocation[], figure: Figure): number =>
  Math.round(Math.max(0, ...invocations.map((each) => each[figure])));

/** The CPU time and the memory of a request can't be told from those of the queue meanwhile. */
const selectJobs = ({ invocations }: EventRun) => invocations.filter(({ kind }) => kind !== "request");

export function summarize({ diners, events, kills }: EventOptions, run: EventRun): EventRow {
  const jobs = selectJobs(run);
  const { seated, standby, emails, doubled, wallMs, tablesMs, accountEmailMs } = run;
  const formatted = (events === 1 ? diners : diners / events).toLocaleString("en-US");
  return {
    what: events === 1 ? formatted : `${events} × ${formatted}`,
    diners,
    events,
    kills,
    seated,
    standby,
    emails,
    doubled,
    wallMs,
    tablesMs,
    accountEmailMs,
    invocations: run.invocations.length,
    cpuMs: findWorst(jobs, "cpuMs"),
    memoryMb: findWorst(jobs, "memoryMb"),
    residentMb: findWorst(jobs, "residentMb"),
    calls: findWorst(jobs, "calls"),
    statements: findWorst(jobs, "statements"),
    slowestMs: findWorst(jobs, "slowestMs"),
    longestValue: findWorst(jobs, "longestValue"),
  };
}

const shownSqlLength = 160;

/** The worst figures of each job, and its slowest statement. */
export function describeWorst({ invocations }: EventRun): string {
  const rows = [...Map.groupBy(invocations, ({ kind }) => kind)].map(([kind, some]) => {
    const slowest = some.reduce((worst, each) => (each.slowestMs > worst.slowestMs ? each : worst));
    const figures = (
      ["cpuMs", "memoryMb", "residentMb", "calls", "statements", "slowestMs", "longestValue"] as const
    ).map((figure) => String(findWorst(some, figure)));
    const tookMs = Math.max(...some.map((each) => each.tookMs));
    const sql = slowest.slowestSql.replace(/\s+/g, " ").slice(0, shownSqlLength);
    return [kind, String(some.length), String(tookMs), ...figures, sql];
  });
  const header = "job runs tookMs cpuMs memoryMb residentMb calls statements slowestMs longestValue".split(
    " ",
  );
  return renderTable([...header, "slowest statement"], rows);
}
