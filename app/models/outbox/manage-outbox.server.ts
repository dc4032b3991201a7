import { and, desc, eq, gt, isNotNull, isNull, lte, min, type SQL } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { outbox } from "#app/db/schema.ts";

export const emailStates = ["waiting", "parked", "sent"] as const;
export type EmailState = (typeof emailStates)[number];

const inState: Record<EmailState, SQL | undefined> = {
  waiting: and(isNull(outbox.sentAt), isNull(outbox.parkedAt)),
  parked: and(isNull(outbox.sentAt), isNotNull(outbox.parkedAt)),
  sent: isNotNull(outbox.sentAt),
};

export async function listEmails(db: Database, state: EmailState | undefined, limit: number) {
  return db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      to: outbox.to,
      subject: outbox.subject,
      createdAt: outbox.createdAt,
      dueAt: outbox.dueAt,
      attempts: outbox.attempts,
      sentAt: outbox.sentAt,
      parkedAt: outbox.parkedAt,
      lastError: outbox.lastError,
    })
    .from(outbox)
    .where(state && inState[state])
    .orderBy(desc(outbox.createdAt))
    .limit(limit);
}

/** One unsent email, or all parked ones. */
const unsent = (id: string | undefined) =>
  and(isNull(outbox.sentAt), id === undefined ? isNotNull(outbox.parkedAt) : eq(outbox.id, id));

export async function countUnsent(db: Database, id?: string): Promise<number> {
  return db.$count(outbox, unsent(id));
}

/** Makes emails due now, and starts their waiting times again. */
export async function retryEmails(db: Database, id: string | undefined, now: Date): Promise<number> {
  const retried = await db
    .update(outbox)
    .set({ parkedAt: null, dueAt: now, attempts: 0 })
    .where(unsent(id))
    .returning({ id: outbox.id });
  return retried.length;
}

export async function dropEmail(db: Database, id: string): Promise<boolean> {
  const dropped = await db.delete(outbox).where(unsent(id)).returning({ id: outbox.id });
  return dropped.length === 1;
}

/** `next` is when the first of the later ones is due. */
export async function countUnsentByState(db: Database, now: Date) {
  const isLater = and(inState.waiting, gt(outbox.dueAt, now));
  const [due, parked, later, [first]] = await Promise.all([
    db.$count(outbox, and(inState.waiting, lte(outbox.dueAt, now))),
    db.$count(outbox, inState.parked),
    db.$count(outbox, isLater),
    db
      .select({ next: min(outbox.dueAt) })
      .from(outbox)
      .where(isLater),
  ]);
  return { due, parked, later, next: first?.next };
}
