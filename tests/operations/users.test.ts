import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { securityNotes } from "#app/db/schema/security.ts";
import { tables } from "#app/db/schema.ts";
import { insertRows } from "#app/db/statements.ts";
import { listSeatedAnswers } from "#app/models/quiz/answers.server.ts";
import { beVerified, login } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { countRows, noRows, sumRowsRead } from "#tests/support/count-rows.ts";
import {
  book,
  bookForDiners,
  createEvent,
  insertDinersWithAnswers,
  nameDiners,
  signUpDiner,
} from "#tests/support/events.ts";
import { findLinks, parsePage, readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

interface Note {
  kind: string;
  madeBy: string | null;
  detail: string | null;
}

const club = openClub();
const ops = connectOps(club);

test("user show, export and erase work on an account and its photo", async () => {
  const eventId = await createEvent(club);
  const diner = await signUpDiner(club, { throughForms: true });
  const bookingId = await book(diner, eventId);
  const shown = await ops.json("user", "show", diner.email);
  expect(shown).toMatchObject({
    email: diner.email,
    isQuizDone: true,
    bookings: [{ id: bookingId, state: "pending" }],
  });
  const bucket = await club.worker.getR2Bucket("AVATARS");
  await bucket.put(`${shown.id}/photo.png`, "a photo");
  await club.binding
    .prepare("UPDATE profiles SET avatar_url = ? WHERE id = ?")
    .bind(`${shown.id}/photo.png`, shown.id)
    .run();
  const file = join(ops.folder, "export.json");
  writeFileSync(file, "an earlier export", { mode: 0o644 });
  expect((await ops.spawn("user", "export", diner.email, "--to", file, "--force")).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const exported = JSON.parse(readFileSync(file, "utf8"));
  expect(exported.account.email).toBe(diner.email);
  expect(exported.account.photo).toBe(`data:image/png;base64,${btoa("a photo")}`);
  expect(await ops.json("user", "export", diner.email)).toEqual({
    ...exported,
    securityHistory: expect.arrayContaining(exported.securityHistory),
  });

  const before = await ops.hashRows();
  expect((await ops.run("user", "erase", diner.email, "--dry-run")).out).toContain(
    `Would erase ${diner.email}`,
  );
  expect((await ops.run("user", "erase", diner.email)).code).toBe(4);
  expect(await ops.hashRows()).toBe(before);
  expect((await ops.spawn("user", "erase", diner.email, "--yes")).code).toBe(0);
  expect(await bucket.head(`${shown.id}/photo.png`)).toBe(null);
  expect(await ops.run("user", "erase", diner.email, "--yes")).toEqual(
    failure(3, `There is no user ${diner.email}: type the whole email address, or the id.`),
  );
  expect(await ops.dumpRows()).not.toContain(diner.email);
});

test("what somebody eats stands at their table and at their account, and their history says who looked", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 500 });
  const ids = await insertDinersWithAnswers(club, 15);
  await bookForDiners(club, ids, eventId);
  await nameDiners(club, eventId);
  await ops.json("match", "run", eventId, "--yes");
  const [own] = await club.db
    .select({ id: tables.id, number: tables.number })
    .from(bookings)
    .innerJoin(tables, eq(tables.id, bookings.tableId))
    .where(sql`${bookings.userId} = ${ids[0]}`);
  for (const [role, answers] of [
    ["diet", "[2]"],
    ["allergy", "[1]"],
  ])
    await club.db.run(sql`INSERT INTO user_answers (user_id, question_id, answer_ids)
      SELECT ${ids[0]}, id, ${answers} FROM quiz_questions WHERE role = ${role}
      ON CONFLICT (user_id, question_id) DO UPDATE SET answer_ids = excluded.answer_ids`);
  const { out } = await ops.run("table", "show", eventId, String(own?.number));
  expect(out).toMatch(/^N0, booking \w{8}, eats: vegan, allergic to \w+$/m);
  expect(out).not.toContain("Nobody here told us");
  expect(out.match(/vegan/g)).toHaveLength(1);
  expect((await ops.run("user", "show", ids[0] ?? "")).out).toMatch(/^eats: vegan, allergic to \w+$/m);
  const { out: diets } = await ops.run("event", "diets", eventId);
  const where = `N0 \\(table ${own?.number}\\)`;
  expect(diets).toMatch(new RegExp(`^allergic to \\w+, 15: .*\\b${where},.*\nvegan, 1: ${where}\n$`));
  const looks = async (id = "") =>
    (await ops.json("user", "history", id))
      .filter(({ kind }: Note) => kind === "looked-at")
      .map(({ detail }: Note) => detail);
  expect(await looks(ids[0])).toEqual(expect.arrayContaining(["table show", "user show"]));
  const looked = await Promise.all(ids.map(looks));
  expect(looked.filter((commands) => commands.includes("event diets"))).toHaveLength(15);
  expect(looked.filter((commands) => commands.includes("table show"))).toHaveLength(5);
  const countRead = async (tableId?: string) => {
    const counts = noRows();
    await listSeatedAnswers(openDatabase(countRows(club.binding, counts)), eventId, ["diet"], tableId);
    return sumRowsRead(counts);
  };
  expect(await countRead(own?.id)).toBeLessThan((await countRead()) / 2);
  await club.db.run(sql`DELETE FROM user_answers WHERE user_id IN (SELECT user_id FROM bookings WHERE event_id = ${eventId})
    AND question_id IN (SELECT id FROM quiz_questions WHERE role IN ('diet', 'allergy'))`);
  expect((await ops.run("table", "show", eventId, String(own?.number))).out).toContain(
    "Nobody here told us of a diet or an allergy.",
  );
});

test("the history of an account has what operators read and changed, and the diner sees that they did", async () => {
  const diner = await signUpDiner(club);
  const other = await signUpDiner(club);
  await club.db.delete(securityNotes);
  expect((await ops.run("user", "history", diner.email)).out).toContain(
    "Nothing has happened to this account.",
  );
  const bookingId = await book(diner, await createEvent(club));
  await ops.json("user", "show", diner.email);
  expect((await ops.run("booking", "cancel", bookingId)).code).toBe(4);
  expect((await ops.run("booking", "cancel", bookingId, "--dry-run")).code).toBe(0);
  await ops.json("booking", "cancel", bookingId, "--yes");
  await ops.json("avoid", "add", diner.email, other.email);
  await login(club, diner.email, { password: "Wrong-5-Leves" });
  await login(club, diner.email, { password: "Wrong-5-Leves" });
  await club.fetch("/dashboard/settings/data.json", { headers: { Cookie: diner.cookie } });

  // It is noted in the background.
  await expect
    .poll(() => club.db.$count(securityNotes, eq(securityNotes.kind, "sign-in-refused")))
    .toBeGreaterThan(0);
  const notes = await ops.json("user", "history", diner.email);
  expect(notes.map(({ kind, madeBy, detail }: Note) => [kind, madeBy, detail])).toEqual([
    ["sign-in-refused", null, "Unknown browser, Austin, United States"],
    ["changed-by-operator", "operator", "avoid add"],
    ["changed-by-operator", "operator", "booking cancel"],
    ["looked-at", "operator", "booking cancel"],
    ["looked-at", "operator", "booking cancel"],
    ["looked-at", "operator", "user show"],
    ["looked-at", "operator", "user history"],
  ]);
  const [first] = await ops.json("user", "history", other.email);
  expect(first).toMatchObject({ kind: "changed-by-operator", detail: "avoid add" });

  const page = await readPageText(await diner.get("/dashboard/settings/history"));
  expect(page).toContain("Somebody tried to sign in with a wrong password");
  expect(page).toContain("Unknown browser, Austin, United States");
  expect(page).toContain("Somebody on our team looked at your account");
  expect(page).not.toContain("avoid add");
  const seen = await readPageText(await other.get("/dashboard/settings/history"));
  expect(seen).not.toContain("An operator changed");
  await beVerified(club, other.cookie);
  expect(await (await other.get("/dashboard/settings/data.json")).text()).not.toMatch(
    /avoid add|by-operator/,
  );
  expect(await readPageText(await other.get("/dashboard/settings/history"))).not.toContain("wrong password");
});

test("the history is read page by page, and deleted after a year", async () => {
  const diner = await signUpDiner(club);
  const path = "/dashboard/settings/history";
  expect(await readPageText(await diner.get(path))).toContain("Somebody signed in with a new browser");
  await club.db.delete(securityNotes);
  expect(await readPageText(await diner.get(path))).toContain("Nothing yet.");
  const { id: userId } = await ops.json("user", "show", diner.email);
  const addNotes = (count: number) =>
    club.db.batch(
      insertRows(
        club.db,
        securityNotes,
        Array.from({ length: count }, (_, i) => ({
          userId,
          at: new Date(i),
          kind: "passkey-added" as const,
        })),
      ),
    );
  await addNotes(49);
  const first = await parsePage(await diner.get(path));
  expect(findLinks(first, "Older")).toEqual([]);
  await addNotes(1);
  const [older] = findLinks(await parsePage(await diner.get(path)), "Older");
  const second = await parsePage(await diner.get(older?.getAttribute("href") ?? ""));
  expect(second.querySelectorAll("#row-history ol li")).toHaveLength(1);
  expect(findLinks(second, "Newer")).toHaveLength(1);
  expect((await diner.get(`${path}?page=3`)).headers.get("Location")).toBe(path);
  expect((await diner.get(`${path}?page=1e99`)).status).toBe(302);
  expect((await ops.run("user", "history", diner.email)).out).toContain("Older lines: --page 2.");

  await runJob("deleteExpired", createJobContext(club), new Date(365 * 86_400_000 + 60_000));
  expect(await club.db.$count(securityNotes, eq(securityNotes.kind, "passkey-added"))).toBe(0);
});
