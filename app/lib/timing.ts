/** The work may still be done later. */
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

/** Takes at least this long, so that the response time tells nothing about the work. */
export async function withMinimumTime<T>(minimumMs: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, scheduler.wait(minimumMs)]);
  return result;
}
