import { traceHeap } from "./heap-trace.ts";
import { type InvocationReport, readReport } from "./invocation-report.ts";
import { readCpuMs, readMemoryMb, readPeakMemoryMb, resetPeakMemory } from "./workerd-process.ts";

export interface Invocation extends Omit<InvocationReport, "id" | "phase"> {
  tookMs: number;
  /** Of the whole workerd, so the local D1 counts too. */
  cpuMs: number;
  /** The isolate's heap, buffers and WebAssembly, above an idle Worker. */
  memoryMb: number;
  /** Of the whole workerd, above an idle one. */
  residentMb: number;
}

interface OpenInvocation {
  startedAt: number;
  cpuMs: number;
  heapMb: number;
}

/** Reads the output of workerd, and measures its process from the start to the end of each invocation. */
export function watchInvocations() {
  const done: Invocation[] = [];
  const open = new Map<number, OpenInvocation>();
  let [pid, idleHeapMb, idleResidentMb, lastHeapMb] = [0, 0, 0, 0];
  const heap = traceHeap((megabytes) => {
    lastHeapMb = megabytes;
    for (const invocation of open.values()) invocation.heapMb = Math.max(invocation.heapMb, megabytes);
  });

  function startInvocation(id: number) {
    heap.expectWorker();
    if (open.size === 0) resetPeakMemory(pid);
    open.set(id, { startedAt: Date.now(), cpuMs: readCpuMs(pid), heapMb: 0 });
  }

  function endInvocation({ id, phase: _, ...report }: InvocationReport) {
    const start = open.get(id);
    if (!start) return;
    open.delete(id);
    done.push({
      ...report,
      tookMs: Date.now() - start.startedAt,
      cpuMs: readCpuMs(pid) - start.cpuMs,
      memoryMb: start.heapMb - idleHeapMb,
      residentMb: readPeakMemoryMb(pid) - idleResidentMb,
    });
  }

  return {
    readLine(line: string) {
      const report = readReport(line);
      if (!report) heap.readLine(line);
      else if (pid && report.phase === "start") startInvocation(report.id);
      else if (pid) endInvocation(report);
      else heap.expectWorker();
    },
    /** What was used until now is the idle Worker's. */
    begin(workerdPid: number) {
      [pid, idleHeapMb, idleResidentMb] = [workerdPid, lastHeapMb, readMemoryMb(workerdPid)];
    },
    isIdle: () => open.size === 0,
    done,
  };
}
