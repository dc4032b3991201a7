/** Runs in workerd: the built Worker, which reports after each invocation what it asked of D1. */
import worker from "#app/entry.worker.ts";
import type { TaskMessage } from "#app/jobs/tasks.server.ts";
import { crashAtCall } from "#tests/support/crashing-database.ts";
import { countCalls, noCalls } from "./count-calls.ts";
import { type InvocationReport, reportMark } from "./invocation-report.ts";

interface BenchEnv extends Env {
  /** The calls of the queue's consumer at which it dies, as a JSON list: 7 is the seventh call of the whole run. */
  KILLED_AT: string;
}

/** Of V8, with `--expose-gc`. */
declare const gc: ((options: { type: "minor" }) => void) | undefined;

let invocationCount = 0;
let queueCallCount = 0;

/** With `--trace-gc` each collection prints how large the heap was. */
const printHeapSize = () => typeof gc === "function" && gc({ type: "minor" });

function startInvocation(kind: string, binding: D1Database) {
  const id = ++invocationCount;
  const counts = noCalls();
  const report = (phase: InvocationReport["phase"]) =>
    console.log(`${reportMark}${JSON.stringify({ id, kind, phase, ...counts } satisfies InvocationReport)}`);
  report("start");
  printHeapSize();
  return {
    DB: countCalls(binding, counts),
    counts,
    end() {
      printHeapSize();
      report("end");
    },
  };
}

function killAtNextPoint(binding: D1Database, env: BenchEnv, onCrash: () => void): D1Database {
  const callNumber = (JSON.parse(env.KILLED_AT) as number[]).find((point) => point > queueCallCount);
  if (callNumber === undefined) return binding;
  return crashAtCall(binding, {
    callNumber: callNumber - queueCallCount,
    isCallDone: callNumber % 2 === 0,
    onCrash,
  });
}

export default {
  fetch(request, env, execution) {
    const { DB, end } = startInvocation("request", env.DB);
    const work: Promise<unknown>[] = [];
    const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
    const response = worker.fetch(request, { ...env, DB }, { waitUntil } as ExecutionContext);
    execution.waitUntil(response.then(() => Promise.all(work)).finally(end));
    return response;
  },

  async scheduled(controller, env) {
    const { DB, end } = startInvocation("cron", env.DB);
    await worker.scheduled(controller, { ...env, DB }).finally(end);
  },

  async queue(batch, env) {
    let isKilled = false;
    const killable = killAtNextPoint(env.DB, env, () => {
      isKilled = true;
    });
    const kind = batch.queue.endsWith("-dead") ? "dead letters" : (batch.messages[0]?.body.job ?? "");
    const { DB, counts, end } = startInvocation(kind, killable);
    await worker.queue(batch, { ...env, DB }).finally(end);
    queueCallCount += counts.calls;
    if (isKilled) throw new Error("the Worker was killed");
  },
} satisfies ExportedHandler<BenchEnv, TaskMessage>;
