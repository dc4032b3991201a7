import type { Trace, TraceEvent } from "lighthouse";

/** As Lighthouse slows a phone's processor, and from when on it counts a task as blocking. */
const slowdown = 4;
const blockingFromMs = 50;

/** Lighthouse's type leaves out the processor time. */
type TimedEvent = TraceEvent & { tdur?: number };

/**
 * Blocking time after the first paint, from the processor time of the page's tasks. A task's duration, which Lighthouse
 * counts, also holds the time in which it waits for the browser's other threads, which share two cores here.
 */
export function blockingProcessorTime({ traceEvents }: Trace): number {
  const paint = traceEvents.findLast(({ name }) => name === "firstContentfulPaint");
  if (!paint) return Number.POSITIVE_INFINITY;
  return traceEvents
    .filter(
      (event) => isTask(event) && event.pid === paint.pid && event.tid === paint.tid && event.ts > paint.ts,
    )
    .map(({ tdur = 0 }: TimedEvent) => Math.max(0, (tdur / 1000) * slowdown - blockingFromMs))
    .reduce((sum, ms) => sum + ms, 0);
}

const isTask = ({ name }: TraceEvent) => name.endsWith("RunTask");
