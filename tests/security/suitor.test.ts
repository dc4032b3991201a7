import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { sessions, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { tableTerms } from "#app/db/schema/seating.ts";
import { venues } from "#app/db/schema/venue.ts";
import { outbox, wishes } from "#app/db/schema.ts";
import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import { openCookies } from "#app/http/cookies.ts";
import { makeTables } from "#app/jobs/make-tables.server.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { exportAccount } from "#app/models/account/export-account.server.ts";
import { saveFeedback } from "#app/models/feedback/feedback.server.ts";
import { deleteOldRows } from "#app/models/old-rows.server.ts";
import { loader as feedback, action as saveAnswers } from "#app/routes/_site.bookings.$id.feedback/route.tsx";
import { loader as list } from "#app/routes/dashboard.bookings._index/route.tsx";
import { loader as details } from "#app/routes/dashboard.bookings.$id/route.tsx";
import { loader as settings } from "#app/routes/dashboard.settings/route.tsx";
import { beVerified } from "#tests/support/accounts.ts";
import { type Club, openClub } from "#tests/support/club.ts";
import { type Answer, crawlClub } from "#tests/support/crawl.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { describeDifference, normalizeAnswers } from "#tests/support/normalize-answers.ts";
import {
  answer,
  dineTogether,
  type FeedbackFields,
  type PastDiner,
  twoDaysAgo,
} from "#tests/support/past-dinners.ts";
import { waitForEmails } from "#tests/support/seated-diners.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

/**
 * Three clubs that differ in one thing: what Odett says of Sándor, who sat at her table and wants to know. She would gladly
 * meet him again, would rather not sit with him, or says nothing of him.
 */
const clubs = { wishes: openClub(), avoids: openClub(), "says nothing": openClub() };
type World = keyof typeof clubs;

const clubOfBoth = openClub();

const worlds = Object.keys(clubs) as World[];
const names = ["Sándor", "Odett", "Teréz", "Ulrik", "Vera"] as const;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The same in every club. */
const date = twoDaysAgo();
date.setUTCHours(18, 0, 0, 0);
const days = (count: number) => new Date(date.getTime() + count * dayMs);

const startedAt = new Date();

interface Scene {
  club: Club;
  sándor: PastDiner;
  odett: PastDiner;
}

const scenes: Partial<Record<World, Scene>> = {};

/** The tables are made by the real job, so that there is a receipt. */
async function arrange(club: Club): Promise<Scene> {
  const { diners, eventId } = await dineTogether(club, names, { date, isUnseated: true });
  await waitForEmails(club);
  // Its sentences are left out at random.
  await club.db.update(tableTerms).set({ company: 0 });
  await club.db.update(venues).set({ name: "Három Galamb", address: "Fő utca 1, 1011 Budapest" });
  await club.binding.exec(`UPDATE bookings SET created_at = ${days(-20).getTime()}`);
  await makeTables.run(createJobContext(club), eventId, startedAt, { isRetry: false });
  await club.binding.batch([
    club.binding.prepare("UPDATE tables SET number = 1"),
    club.binding
      .prepare("UPDATE events SET date = ?1, closes_at = ?1 - 172800000, matched_at = ?1 - 172800000")
      .bind(date.getTime()),
  ]);
  expect(await club.db.$count(bookings, eq(bookings.confirmed, true))).toBe(5);
  return { club, sándor: diners.Sándor, odett: diners.Odett };
}

const nothing = {
  rating: null,
  note: null,
  contact: null,
  wished: [],
  wantsSameTable: false,
  avoided: [],
  takenBack: [],
};

async function letOdettSay(world: World, { club, sándor, odett }: Scene): Promise<void> {
  const about = {
    wishes: { wished: [sándor.bookingId], wantsSameTable: true, contact: "@odett" },
    avoids: { avoided: [sándor.bookingId] },
    "says nothing": {},
  }[world];
  await saveFeedback(club.db, { ...odett, date }, { ...nothing, rating: 4, ...about }, days(1));
}

/** Teréz is courted in vain in every club. */
const court =
  (fields: FeedbackFields) =>
  async (_: World, { club, sándor }: Scene) => {
    expect((await answer(club, sándor, fields)).status).toBe(302);
  };

/** At the hours at which one of the jobs has something to do, in summer and in winter, and at others. */
const hoursOfDay = [2, 9, 10, 15, 16, 17, 17.5, 18];

async function runJobs({ club }: Scene, from: Date, to: Date): Promise<void> {
  for (let day = new Date(from).setUTCHours(0, 0, 0, 0); day <= to.getTime(); day += dayMs)
    for (const hour of hoursOfDay) {
      const now = new Date(day + hour * hourMs);
      if (now <= from || now > to) continue;
      await runJob("askForFeedback", createJobContext(club), now);
      await runJob("tellMutualWishes", createJobContext(club), now);
    }
}

/** Each stage goes on from the one before. */
const stages: [string, (world: World, scene: Scene) => Promise<unknown>][] = [
  ["when diners are asked", (_, scene) => runJobs(scene, days(0), days(1))],
  ["when Odett has answered", letOdettSay],
  ["when he has answered", court({ rating: 5, again: ["Teréz"], sameTable: true, note: "I liked her." })],
  ["when pairs were told", (_, scene) => runJobs(scene, days(2), days(4))],
  [
    "when he has changed his answers",
    court({ again: ["Teréz", "Ulrik"], contact: "line", line: "@s", not: ["Vera"] }),
  ],
  [
    "when he wishes it and she does not, or no more",
    async (world, scene) => {
      const { club, sándor, odett } = scene;
      if (world === "wishes")
        await saveFeedback(club.db, { ...odett, date }, { ...nothing, rating: 4 }, new Date());
      await court({ again: ["Odett", "Teréz"], sameTable: true })(world, scene);
      await runJobs(scene, days(4), days(7));
      expect((await club.db.select().from(wishes)).map(({ bookingId }) => bookingId)).toEqual([
        sándor.bookingId,
        sándor.bookingId,
      ]);
    },
  ],
  [
    "when he has given up, and she wishes it after all",
    async (world, scene) => {
      await court({ rating: 1, again: ["Teréz"] })(world, scene);
      await letOdettSay(world, scene);
      await runJobs(scene, days(7), days(9));
    },
  ],
  [
    "after 60 days",
    async (_, { club }) => {
      await club.db.update(sessions).set({ expiresAt: days(100) });
      await deleteOldRows(club.db, days(62));
    },
  ],
  [
    "after she has deleted her account",
    (_, { club, odett }) => eraseAccount(club.db, odett.userId, new Date()),
  ],
];

/** A local club shows them instead. */
const sendEmails = (club: Club) =>
  sendDueEmails({ db: club.db, env: { ...emailEnv, APP_ENV: "local" } as Env }, days(20), 60_000);

const readEmails = async ({ club, sándor }: Scene) =>
  (await readOutbox(club)).filter(({ to }) => to === sándor.email);

async function crawl(scene: Scene): Promise<Answer[]> {
  const { club, sándor } = scene;
  await sendEmails(club);
  await beVerified(club, sándor.cookie);
  const emails = (await readEmails(scene)).map(({ subject, html, text }) => `${subject}\n${html}\n${text}`);
  return crawlClub(club, {
    cookie: sándor.cookie,
    ids: [sándor.bookingId],
    files: [],
    emails: emails.sort(),
  });
}

/** When emails of the day after were written, and in which order they go. */
async function readTimes({ club, sándor }: Scene) {
  const rows = await club.db.select().from(outbox).innerJoin(users, eq(users.email, outbox.to));
  return rows
    .filter((row) => row.users.id === sándor.userId && ["how-was-it", "meet-again"].includes(row.outbox.kind))
    .map(({ outbox: { kind, createdAt, dueAt, priority } }) => ({ kind, createdAt, dueAt, priority }));
}

/** What the database is asked for each of his pages and forms. */
async function readStatements({ club, sándor }: Scene): Promise<string[]> {
  const statements: string[] = [];
  const binding = wrapDatabase(club.binding, (call, called) => {
    // Once a minute a page also reads when the cron last ran.
    const asked = called.map(({ sql }) => sql).filter((statement) => !statement.includes('"heartbeats"'));
    statements.push(asked.join(";\n"));
    return call();
  });
  const path = `/bookings/${sándor.bookingId}/feedback`;
  const createArgs = async (url: string, init: RequestInit = {}) => {
    const request = new Request(club.url + url, { headers: { Cookie: sándor.cookie }, ...init });
    const context = {
      env: emailEnv,
      db: openDatabase(binding),
      now: new Date(),
      cookies: await openCookies(request, emailEnv),
      timeZone: "UTC",
      waitUntil: () => {},
    };
    return { request, params: { id: sándor.bookingId }, context } as unknown as LoaderFunctionArgs &
      ActionFunctionArgs;
  };
  await feedback(await createArgs(path));
  await feedback(await createArgs(sándor.link));
  await saveAnswers(await createArgs(path, { method: "POST", body: new URLSearchParams({ rating: "6" }) }));
  await list(await createArgs("/dashboard/bookings"));
  await details(await createArgs(`/dashboard/bookings/${sándor.bookingId}`));
  await settings(await createArgs("/dashboard/settings"));
  await exportAccount(
    { db: openDatabase(binding), bucket: (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket },
    sándor.userId,
  );
  return statements;
}

/** The ids of events count on, and the seed is made of them. A face is drawn from the id of a user alone. */
const removeNumbers = (page: string, emails: string[]) =>
  emails
    .reduce((text, email) => text.replaceAll(email, "<email>"), page)
    .replaceAll(/\b(event|venue)-\d+/g, "<$1>")
    .replaceAll(/(seed\W+)\d+/g, "$1<seed>")
    .replaceAll(/<svg viewBox="0 0 100 100">.*?<\/svg>/gs, "<face>")
    .replaceAll(/(<input [^>]*name="(?:offered|face)"[^>]* value=")\d+/g, "$1<face>");

test.each(stages)("Sándor can’t tell what Odett says of him: %s", async (_, proceed) => {
  const seen: { pages: string[]; times: unknown; statements: string[] }[] = [];
  for (const world of worlds) {
    scenes[world] ??= await arrange(clubs[world]);
    const scene = scenes[world];
    await proceed(world, scene);
    const ids = { booking: scene.sándor.bookingId, sándor: scene.sándor.userId };
    const emails = (await scene.club.db.select().from(users)).map(({ email }) => email);
    seen.push({
      pages: normalizeAnswers(await crawl(scene), scene.club, ids).map((page) => removeNumbers(page, emails)),
      times: await readTimes(scene),
      statements: await readStatements(scene),
    });
  }
  const [first, ...others] = seen;
  expect(first?.pages.length).toBeGreaterThan(80);
  expect(first?.pages.join("\n")).not.toMatch(/would both like to meet again|Odett both said yes/);
  for (const other of others) {
    expect(other.pages.length).toBe(first?.pages.length);
    expect(other.pages.flatMap((page, i) => describeDifference(first?.pages[i] ?? "", page))).toEqual([]);
    expect(other.times).toEqual(first?.times);
    expect(other.statements).toEqual(first?.statements);
  }
});

test("a wish that both have is seen by both, so the test above looks in the right places", async () => {
  const { club, sándor, odett } = await arrange(clubOfBoth);
  await letOdettSay("wishes", { club, sándor, odett });
  await answer(club, sándor, { again: ["Odett"] });
  await runJobs({ club, sándor, odett }, days(2), days(5));
  const pages = (await crawl({ club, sándor, odett })).map(({ text }) => text).join("\n");
  expect(pages).toContain("You and Odett would both like to meet again");
  expect(pages).toContain("You and Odett both said yes");
});
