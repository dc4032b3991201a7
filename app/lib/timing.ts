/** The work can still be completed later. */
export class TimeoutError extends Error {}

export async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let alarm: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    alarm = setTimeout(() => reject(new TimeoutError(`No answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(alarm);
  }
}

/** The same part of the platform, but its calls fail if they take longer. So do those of a file that it returns. */
export function limitCalls<Part extends object>(part: Part, timeoutMs: number): Part {
  return new Proxy(part, {
    get(_, name) {
      const value: unknown = Reflect.get(part, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const result: unknown = value.apply(part, given);
        if (!(result instanceof Promise)) return result;
        return withTimeout(timeoutMs, result).then((found) =>
          hasBody(found) ? limitCalls(found, timeoutMs) : found,
        );
      };
    },
  });
}

const hasBody = (found: unknown): found is object =>
  typeof found === "object" && found !== null && "body" in found;

/** Takes at least this long, so that the response time reveals nothing about the work. */
export async function withMinimumTime<T>(minimumMs: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, scheduler.wait(minimumMs)]);
  return result;
}
