import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { deskChanges } from "#app/db/schema/security.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";

interface DeskChange {
  /** Of the form that was sent. */
  id: string;
  operator: string;
  command: string;
  now: Date;
}

/** Whether the form was sent before, and what it asked for was done. */
export async function isDeskChangeDone(db: Database, id: string): Promise<boolean> {
  const [found] = await db
    .select({ doneAt: deskChanges.doneAt })
    .from(deskChanges)
    .where(and(eq(deskChanges.id, id), isNotNull(deskChanges.doneAt)));
  return found !== undefined;
}

/** Returns false if this form was sent before, so that nothing is done twice. */
export async function beginDeskChange(db: Database, change: DeskChange): Promise<boolean> {
  const { now, ...row } = change;
  const { meta } = await db
    .insert(deskChanges)
    .values({ ...row, begunAt: now })
    .onConflictDoNothing();
  return meta.changes > 0;
}

/** The plan was refused or had changed, so the same form can be sent again. */
export const takeBackDeskChange = (db: Database, id: string) =>
  db.delete(deskChanges).where(eq(deskChanges.id, id));

/** Tells the club's owner of what can't be undone, if somebody else did it. */
export const endDeskChange = (
  db: Database,
  { id, operator, command, now, ownerEmail }: DeskChange & { ownerEmail: string | undefined },
) =>
  db.batch([
    ...(ownerEmail && ownerEmail.toLowerCase() !== operator
      ? [
          queueEmail(
            db,
            { kind: "operator-change", data: { operator, command, at: now.getTime() }, to: ownerEmail },
            now,
            sql`exists (select 1 from ${deskChanges} where ${deskChanges.id} = ${id} and ${deskChanges.doneAt} is null)`,
          ),
        ]
      : []),
    db.update(deskChanges).set({ doneAt: now }).where(eq(deskChanges.id, id)),
  ]);
