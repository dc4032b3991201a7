import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { deskChanges } from "#app/db/schema/security.ts";

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

export const endDeskChange = (db: Database, id: string, now: Date) =>
  db.update(deskChanges).set({ doneAt: now }).where(eq(deskChanges.id, id));
