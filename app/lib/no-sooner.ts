/** Waits for the work, and at least this many milliseconds: what takes less looks the same from outside. */
export async function withMinimumTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, scheduler.wait(milliseconds)]);
  return result;
}
