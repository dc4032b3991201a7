import type { CallCounts } from "./count-calls.ts";

/** One line of the Worker's output at the start of an invocation, and one at its end. */
export interface InvocationReport extends CallCounts {
  id: number;
  /** "request", "cron", or the job of a queue message. */
  kind: string;
  phase: "start" | "end";
}

export const reportMark = "@invocation ";

export const readReport = (line: string): InvocationReport | undefined =>
  line.startsWith(reportMark) ? JSON.parse(line.slice(reportMark.length)) : undefined;
