import type { AppLoadContext } from "@remix-run/cloudflare";

/** Workers hash on the thread that answers everybody. */
const maxHashing = 2;
const maxWaiting = 8;
const roundMs = 50;
const maxRounds = 80;

interface Turn {
  isHashing: boolean;
  /** An aborted request never ends its turn. */
  lostAt: number;
}

/** Of this isolate, by the context of the request. */
const turns = new Map<AppLoadContext, Turn>();

/** Waits until this request may hash a password, a few seconds at most; false where too many others want to. */
export async function takeHashingTurn(context: AppLoadContext): Promise<boolean> {
  for (let round = 0; round < maxRounds; round++) {
    const now = Date.now();
    for (const [other, { lostAt }] of turns) if (lostAt < now) turns.delete(other);
    const hashingCount = [...turns.values()].filter(({ isHashing }) => isHashing).length;
    if (!turns.has(context) && turns.size >= maxHashing + maxWaiting) return false;
    const isHashing = hashingCount < maxHashing;
    turns.set(context, { isHashing, lostAt: now + 10_000 });
    if (isHashing) {
      context.endHashingTurn = () => turns.delete(context);
      return true;
    }
    await scheduler.wait(roundMs);
  }
  turns.delete(context);
  return false;
}
