export interface Progress {
  at(done: number): void;
  end(): void;
}

const width = 24;

/** A bar on standard error, where somebody looks; nothing in a script. */
export function progressOn(stream: NodeJS.WriteStream, doing: string, total: number): Progress {
  if (!stream.isTTY) return { at: () => {}, end: () => {} };
  const draw = (done: number) => {
    const full = total > 0 ? Math.round((width * done) / total) : width;
    stream.write(`\r${doing} [${"█".repeat(full)}${"·".repeat(width - full)}] ${done} of ${total}`);
  };
  draw(0);
  return { at: draw, end: () => stream.write("\r\u001b[K") };
}
