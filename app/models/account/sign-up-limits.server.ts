import { lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { signUps } from "#app/db/schema.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";

const usual = { ofNetworkInHour: 10, ofNetworkInDay: 40, ofDomainInDay: 40 };

/** Where many people have their address, one of them says nothing of the others. */
const largeProviders = [
  ...[
    "gmail.com",
    "googlemail.com",
    "outlook.com",
    "hotmail.com",
    "live.com",
    "msn.com",
    "icloud.com",
    "me.com",
  ],
  ...[
    "yahoo.com",
    "ymail.com",
    "aol.com",
    "proton.me",
    "protonmail.com",
    "gmx.net",
    "gmx.de",
    "gmx.at",
    "web.de",
  ],
];

/** So many times as many as usual may sign up, and so many where each shows that they are human. */
const most = 2;
const mostHumans = 20;

const countSince = (now: Date, agoMs: number, condition: SQL = sql`true`) =>
  sql`(select count(*) from ${signUps} where at > ${now.getTime() - agoMs} and ${condition})`;

/** Of the whole club: more raise an alarm. */
export const usualSignUpsInHour = (env: Pick<Env, "USUAL_SIGN_UPS_PER_HOUR">): number =>
  Number(env.USUAL_SIGN_UPS_PER_HOUR) || 60;

interface Origin {
  network: string;
  domain: string;
}

/** How many sign-ups there were lately, by what is usual: 1 is unusual. */
function shareOfUsual({ network, domain }: Origin, usualInHour: number, now: Date): SQL {
  const ofNetwork = sql`network = ${network}`;
  const ofDomain = largeProviders.includes(domain)
    ? sql`0`
    : sql`${countSince(now, dayMs, sql`domain = ${domain}`)} * 1.0 / ${usual.ofDomainInDay}`;
  return sql`max(
    ${countSince(now, hourMs, ofNetwork)} * 1.0 / ${usual.ofNetworkInHour},
    ${countSince(now, dayMs, ofNetwork)} * 1.0 / ${usual.ofNetworkInDay},
    ${ofDomain},
    ${countSince(now, hourMs)} * 1.0 / ${usualInHour})`;
}

interface NewSignUp extends Origin {
  /** Of the whole club. */
  usualInHour: number;
  isHuman: boolean;
  now: Date;
}

/**
 * Counts a sign-up: "usual", "many" where it may be one of a crowd, or "too many", and then it is not counted. Counting and
 * adding is one statement, so sign-ups sent at once are counted exactly.
 */
export async function recordSignUp(
  db: Database,
  { network, domain, usualInHour, isHuman, now }: NewSignUp,
): Promise<"usual" | "many" | "too many"> {
  const share = shareOfUsual({ network, domain }, usualInHour, now);
  const [[found], { meta }] = await db.batch([
    db.select({ share: sql<number>`${share}`.as("share") }).from(sql`(select 1)`),
    insertWhere(db, signUps, { network, domain, at: now }, sql`${share} < ${isHuman ? mostHumans : most}`),
  ]);
  if (meta.changes === 0) return "too many";
  return isHuman || (found?.share ?? 0) < 1 ? "usual" : "many";
}

/** Whether a visitor from this network should show that they are human before they sign up. */
export async function isUnusualNow(
  db: Database,
  { network, usualInHour, now }: { network: string; usualInHour: number; now: Date },
): Promise<boolean> {
  const share = shareOfUsual({ network, domain: "" }, usualInHour, now);
  const [found] = await db
    .select({ isUnusual: sql<number>`${share} >= 1`.as("is_unusual") })
    .from(sql`(select 1)`);
  return found?.isUnusual === 1;
}

export const countSignUpsInHour = (now: Date): SQL<number> => countSince(now, hourMs) as SQL<number>;

export async function deleteOldSignUps(db: Database, now: Date): Promise<void> {
  await db.delete(signUps).where(lte(signUps.at, new Date(now.getTime() - dayMs)));
}
