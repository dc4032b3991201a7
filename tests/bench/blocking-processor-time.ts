import type { Trace, TraceEvent } from "lighthouse";

/** From how long on Lighthouse counts a task as blocking. */
const blockingFromMs = 50;

/** Lighthouse's type leaves out the processor time. */
type TimedEvent = TraceEvent & { tdur?: number };

/**
 * Blocking time after the first paint, from the processor time of the page's tasks. A task's duration, which Lighthouse
 * counts, also holds the time in which it waits for the browser's other threads, which share two cores here.
 */
export function blockingProcessorTime({ traceEvents }: Trace, slowdown: number): number {
  const paint = traceEvents.findLast(({ name }) => name === "firstContentfulPaint");
  const processorTimes = traceEvents
    .filter(
      (event) => isTask(event) && event.pid === paint?.pid && event.tid === paint.tid && event.ts > paint.ts,
    )
    .map(({ tdur }: TimedEvent) => tdur)
    .filter((microseconds) => microseconds !== undefined);
  // Nothing was measured then.
  if (processorTimes.length === 0) return Number.POSITIVE_INFINITY;
  return processorTimes
    .map((microseconds) => Math.max(0, (microseconds / 1000) * slowdown - blockingFromMs))
    .reduce((sum, ms) => sum + ms, 0);
}

const isTask = ({ name }: TraceEvent) => name.endsWith("RunTask");
