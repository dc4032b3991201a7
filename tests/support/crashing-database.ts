import { wrapDatabase } from "./wrap-database.ts";

/** The Worker dies at this database call: before the call, or after it if `isCallDone`. */
export interface CrashPoint {
  callNumber: number;
  isCallDone: boolean;
  onCrash?: () => void;
}

export class CrashError extends Error {}

/** Wraps a real database, whose calls fail from the crash on. */
export function crashAtCall(binding: D1Database, crash: CrashPoint): D1Database {
  let callCount = 0;
  return wrapDatabase(binding, async (call) => {
    callCount++;
    const isLast = callCount === crash.callNumber;
    if (isLast) crash.onCrash?.();
    if (callCount > crash.callNumber || (isLast && !crash.isCallDone))
      throw new CrashError("the Worker died");
    const result = await call();
    if (isLast) throw new CrashError("the Worker died");
    return result;
  });
}
