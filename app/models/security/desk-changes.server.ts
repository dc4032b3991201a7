import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { deskChanges, deskForms } from "#app/db/schema/security.ts";
import { seal, unseal } from "#app/lib/signatures.server.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";

interface DeskChange {
  /** Of the form that was sent. */
  id: string;
  operator: string;
  command: string;
  now: Date;
}

/** What was begun with the form, and done if it has `doneAt`. */
export const findDeskChange = (db: Database, id: string) =>
  db.select({ doneAt: deskChanges.doneAt }).from(deskChanges).where(eq(deskChanges.id, id)).get();

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

interface DeskForm extends DeskChange {
  values: Record<string, string>;
}

const isForm = ({ id, operator, command }: Omit<DeskChange, "now">) =>
  and(eq(deskForms.id, id), eq(deskForms.operator, operator), eq(deskForms.command, command));

/** Replaces what the same form sent before, unless that is being done. Returns whether it is saved. */
export async function saveDeskForm(
  db: Database,
  env: Env,
  { values, now, ...form }: DeskForm,
): Promise<boolean> {
  const fields = seal(env, "desk form", JSON.stringify(values));
  const { meta } = await db
    .insert(deskForms)
    .values({ ...form, fields, savedAt: now })
    .onConflictDoUpdate({
      target: deskForms.id,
      set: { fields, result: null, savedAt: now },
      setWhere: sql`${isForm(form)} and not exists (select 1 from ${deskChanges} where ${deskChanges.id} = ${form.id})`,
    });
  return meta.changes > 0;
}

/** What came of it. Who is refused because the form was sent twice changes nothing of what was done. */
export const saveDeskResult = (db: Database, env: Env, id: string, result: { is: string }) =>
  db
    .update(deskForms)
    .set({ result: seal(env, "desk form", JSON.stringify(result)) })
    .where(
      sql`${deskForms.id} = ${id} and (${result.is === "done"} or not exists (select 1 from ${deskChanges}
        where ${deskChanges.id} = ${id} and ${deskChanges.doneAt} is not null))`,
    );

/** The operator's own form; undefined if it is too old. */
export async function findDeskForm(db: Database, env: Env, form: Omit<DeskChange, "now">) {
  const [found] = await db.select().from(deskForms).where(isForm(form));
  const open = (sealed: string | null | undefined) => sealed && unseal(env, "desk form", sealed);
  const [fields, result] = [open(found?.fields), open(found?.result)];
  if (!fields) return undefined;
  const values: Record<string, string> = JSON.parse(fields);
  return { values, result: result ? JSON.parse(result) : undefined };
}
