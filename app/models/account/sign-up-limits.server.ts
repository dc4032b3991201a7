import { lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { signUps } from "#app/db/schema.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { hourMs } from "#app/lib/time-units.ts";

const usual = { ofNetworkInHour: 10, ofNetworkInDay: 40 };

/** So many times as many as usual may sign up, and so many where each shows that they are human. */
const maxShare = 2;
const maxShareOfHumans = 20;

const countSince = (now: Date, agoMs: number, condition: SQL = sql`true`) =>
  sql`(select count(*) from ${signUps} where at > ${now.getTime() - agoMs} and ${condition})`;

/** Of the whole club: more raise an alarm. */
export const usualSignUpsInHour = (env: Pick<Env, "USUAL_SIGN_UPS_PER_HOUR">): number =>
  Number(env.USUAL_SIGN_UPS_PER_HOUR) || 60;

interface Visitor {
  /** A hash of it. */
  network: string;
  /** Of the whole club. */
  usualInHour: number;
  now: Date;
}

/** How many sign-ups there were lately, by what is usual: 1 is unusual. */
function shareOfUsual({ network, usualInHour, now }: Visitor): SQL {
  const ofNetwork = sql`network = ${network}`;
  return sql`max(
    ${countSince(now, hourMs, ofNetwork)} * 1.0 / ${usual.ofNetworkInHour},
    ${countSince(now, keptMs.signUp, ofNetwork)} * 1.0 / ${usual.ofNetworkInDay},
    ${countSince(now, hourMs)} * 1.0 / ${usualInHour})`;
}

interface NewSignUp extends Visitor {
  isHuman: boolean;
}

/**
 * Counts a sign-up: "usual", "many" where it may be one of a crowd, or "too many", and then it is not counted. Counting and
 * adding is one statement, so sign-ups sent at once are counted exactly.
 */
export async function recordSignUp(
  db: Database,
  { isHuman, ...visitor }: NewSignUp,
): Promise<"usual" | "many" | "too many"> {
  const { network, now } = visitor;
  const share = shareOfUsual(visitor);
  const [[found], { meta }] = await db.batch([
    db.select({ share: sql<number>`${share}`.as("share") }).from(sql`(select 1)`),
    insertWhere(db, signUps, { network, at: now }, sql`${share} < ${isHuman ? maxShareOfHumans : maxShare}`),
  ]);
  if (meta.changes === 0) return "too many";
  return isHuman || (found?.share ?? 0) < 1 ? "usual" : "many";
}

/** Whether a visitor from this network should show that they are human before they sign up. */
export async function isUnusualNow(db: Database, visitor: Visitor): Promise<boolean> {
  const share = shareOfUsual(visitor);
  const [found] = await db
    .select({ isUnusual: sql<number>`${share} >= 1`.as("is_unusual") })
    .from(sql`(select 1)`);
  return found?.isUnusual === 1;
}

export const countSignUpsInHour = (now: Date): SQL<number> => countSince(now, hourMs) as SQL<number>;

export async function deleteOldSignUps(db: Database, now: Date): Promise<void> {
  await db.delete(signUps).where(lte(signUps.at, new Date(now.getTime() - keptMs.signUp)));
}
