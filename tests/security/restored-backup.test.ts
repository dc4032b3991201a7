/** What a restored backup could undo, as people see it from outside. */
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { keptChanges } from "#app/db/schema/backup.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { putKeptChanges } from "#app/models/backup/kept-changes.server.ts";
import { saveFeedback } from "#app/models/feedback/feedback.server.ts";
import { login, readCookies, signUpThroughForms } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { createEvening, openHostLink } from "#tests/support/evenings.ts";
import { createCity } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import { dineTogether, fillIn, type PastDiner, twoDaysAgo } from "#tests/support/past-dinners.ts";
import { createAnswerRequest, finishQuiz } from "#tests/support/quiz.ts";
import { schemaTables } from "#tests/support/row-everywhere.ts";

const club = openClub();
const ops = connectOps(club);

/** The question, and two of its choices. */
const allergies = { id: 12, nuts: 4, fish: 6 };
const phone = "+36 30 555 0142";
const dinner = twoDaysAgo();
/** 18:00 of the day after, in Lagos. */
const tellingTime = new Date(Math.floor(dinner.getTime() / dayMs + 1) * dayMs + 17 * hourMs);
const file = join(ops.folder, "before.oten");
const email = "nuts@oten.example";

let host: Awaited<ReturnType<typeof openHostLink>>;

const wish = (who: PastDiner, whom: PastDiner) =>
  saveFeedback(
    club.db,
    { bookingId: who.bookingId, date: dinner },
    {
      ...{ rating: 5, note: null, contact: phone, wantsSameTable: false, avoided: [], takenBack: [] },
      wished: [whom.bookingId],
    },
    new Date(tellingTime.getTime() - hourMs),
  );

/** Where the diner reads the answers; everybody signs in again after a restore. */
async function readAnswers(): Promise<string> {
  const Cookie = readCookies(await login(club, email));
  return readPageText(await club.fetch("/dashboard/settings/answers", { headers: { Cookie } }));
}

beforeAll(async () => {
  const { eventId } = await createEvening(club, [[3]]);
  host = await openHostLink(club, eventId);
  const cityId = await createCity(club, { timeZone: "Africa/Lagos" });
  const { Vera, Bence } = (await dineTogether(club, ["Vera", "Bence"], { date: dinner, cityId })).diners;
  await wish(Vera, Bence);
  await wish(Bence, Vera);
  const Cookie = await signUpThroughForms(club, email);
  await finishQuiz(club, Cookie);
  const answer = (choice: number) =>
    club.fetch("/quiz", { ...createAnswerRequest(allergies.id, [choice]), headers: { Cookie } });
  await answer(allergies.nuts);
  expect(await readAnswers()).toMatch(/allergies\? Nuts/);
  expect(await readPageText(await host.get())).toContain("Anna");
  await ops.json("backup", file);

  await answer(allergies.fish);
  expect((await ops.run("host-link", "revoke", host.linkId)).code).toBe(0);
  const form = await fillIn(club, Vera, { again: [] });
  expect((await club.fetch(Vera.link, { method: "POST", body: form })).status).toBe(302);
});

/** Some changes are in the bucket already, and all of them where the database is lost. */
const keepChanges = async () => {
  const bucket = (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket;
  while ((await club.db.$count(keptChanges)) > 0) await putKeptChanges({ db: club.db, bucket });
};

const loseAllRows = () =>
  club.binding.batch(
    [
      "PRAGMA defer_foreign_keys = on",
      ...schemaTables.map((table) => `DELETE FROM "${getTableName(table)}"`),
    ].map((each) => club.binding.prepare(each)),
  );

test.each([
  ["replaces a club", async () => {}],
  ["replaces a club that has put its changes into the bucket", keepChanges],
  ["fills a database that is new", () => keepChanges().then(loseAllRows)],
])(
  "a restored backup that %s opens no revoked page, tells no withdrawn wish and brings no old allergy back",
  async (_, prepare) => {
    await prepare();
    expect(await ops.run("restore", file, "--force", "--yes")).toMatchObject({ code: 0, err: "" });

    const page = await host.get();
    expect(page.status).toBe(404);
    expect(await readPageText(page)).not.toContain("Anna");

    await runJob("tellMutualWishes", createJobContext(club), tellingTime);
    const told = (await readOutbox(club)).filter(
      ({ kind, text }) => kind === "meet-again" || text.includes(phone),
    );
    expect(told).toEqual([]);

    const answers = await readAnswers();
    expect(answers).toMatch(/allergies\? Fish/);
    expect(answers).not.toMatch(/allergies\? Nuts/);
  },
);
