import type { ProgressBar } from "#app/operations/operation-context.ts";

const barWidth = 24;

/** Draws nothing when the stream is not a terminal. */
export function startProgressBar(stream: NodeJS.WriteStream, label: string, total: number): ProgressBar {
  if (!stream.isTTY) return { update: () => {}, end: () => {} };
  const draw = (done: number) => {
    const filled = total > 0 ? Math.round((barWidth * done) / total) : barWidth;
    stream.write(`\r${label} [${"█".repeat(filled)}${"·".repeat(barWidth - filled)}] ${done} of ${total}`);
  };
  draw(0);
  return { update: draw, end: () => stream.write("\r\u001b[K") };
}
