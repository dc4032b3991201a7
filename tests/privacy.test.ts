import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq, getTableName, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { consents, userAnswers } from "#app/db/schema/quiz.ts";
import { entryKeys } from "#app/db/schema/seating.ts";
import { tables } from "#app/db/schema.ts";
import { jobNames } from "#app/jobs/jobs.server.ts";
import { consentTopics, consentVersion } from "#app/lib/account/consent.ts";
import { keptOfNobody } from "#app/lib/privacy/kept-of-nobody.ts";
import { cookieRows, inWords, keptMs } from "#app/lib/privacy/kept-times.ts";
import { whatIsKept } from "#app/lib/privacy/what-is-kept.ts";
import { renderTable } from "#tests/bench/render-table.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, signUpDiner } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { questionIdsWithConsent } from "#tests/support/quiz.ts";
import { schemaTables } from "#tests/support/row-everywhere.ts";

const club = openClub();
const hourMs = 3_600_000;
const page = "docs/privacy.md";
const document = readFileSync(join(root, page), "utf8");
const code = (name: string) => `\`${name}\``;
const commands = ["avoid remove", "job retry", "user unblock"];
const isInCode = (name: string) => [...jobNames, ...commands].includes(name as never);
const listRemovers = (names: string[] = []) =>
  names.map((name) => (isInCode(name) ? code(name) : name)).join("; ");

/** The page with its tables as the lists have them. */
function renderPage(): string {
  const parts = {
    people: renderTable(
      ["Where", "What it has of you", "Why", "How long", "Removed by", "In your export"],
      Object.entries(whatIsKept).map(([name, { has, why, howLong, removedBy, notExported = "yes" }]) => [
        code(name),
        ...[has, why, howLong, listRemovers(removedBy), notExported],
      ]),
    ),
    nobody: renderTable(
      ["Where", "What it has", "How long", "Removed by"],
      Object.entries(keptOfNobody).map(([name, { what, howLong = "for good", removedBy }]) => [
        code(name),
        ...[what, howLong, listRemovers(removedBy)],
      ]),
    ),
    forGood: renderTable(
      ["Where", "How long", "Why"],
      [
        ...Object.entries(whatIsKept)
          .filter(([, { howLong }]) => /for good|as long as|a hash/.test(howLong))
          .map(([name, { howLong, why }]) => [code(name), howLong, why]),
        ...Object.entries(keptOfNobody).flatMap(([name, { howLong = "for good", staysBecause }]) =>
          staysBecause ? [[code(name), howLong, staysBecause]] : [],
        ),
      ],
    ),
    cookies: renderTable(
      ["Name", "What for", "How long"],
      cookieRows.map(({ name, why, howLong }) => [code(name), why, howLong]),
    ),
  };
  return Object.entries(parts).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*(\n<!-- /${name} -->)`),
        (_, begin, end) => `${begin}\n${part}\n${end}`,
      ),
    document,
  );
}

test("docs/privacy.md has the tables of what is kept: add -u to write them", async () => {
  await expect(renderPage()).toMatchFileSnapshot(`../${page}`);
});

test("what nothing removes has a reason", () => {
  const unexplained = Object.entries(keptOfNobody).filter(
    ([, { howLong = "for good", staysBecause }]) => howLong.startsWith("for good") && !staysBecause,
  );
  expect(unexplained.map(([name]) => name)).toEqual([]);
});

test("every table is in a list of what is kept", () => {
  const listed = [...Object.keys(whatIsKept), ...Object.keys(keptOfNobody)].filter(
    (name) => !name.endsWith("/"),
  );
  expect(
    schemaTables.map(getTableName).toSorted(),
    "add a row to app/lib/privacy/what-is-kept.ts, and a job that removes what nobody needs",
  ).toEqual(listed.toSorted());
});

test("what is kept is removed by jobs that exist", () => {
  const removers = [...Object.values(whatIsKept), ...Object.values(keptOfNobody)].flatMap(
    ({ removedBy = [] }) => removedBy,
  );
  expect(removers.filter((name) => /^[a-z]+[A-Z]/.test(name) && !isInCode(name))).toEqual([]);
});

test("every cookie that the code sets is in the list of cookies", () => {
  // The others have no way to set a cookie whose name is not in the list.
  const setters = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter((path) =>
    /; Path=|createCookie\b|createCookieSessionStorage\(/.test(readFileSync(join(root, path), "utf8")),
  );
  // The desk's is on the operator's own computer, and no diner gets it.
  expect(setters.sort()).toEqual(["app/desk/operator.server.ts", "app/http/cookies.ts"]);
});

test("the privacy page says of everything that is kept, and of every cookie, how long", async () => {
  const text = (await readPageText(await club.fetch("/privacy"))).toLowerCase();
  const said = [
    ...Object.values(whatIsKept).map(({ has, howLong }) => [has, howLong]),
    ...cookieRows.map(({ why, howLong }) => [why, howLong]),
  ];
  expect(said.flat().filter((words) => !text.includes(words.toLowerCase()))).toEqual([]);
});

test("the privacy page says how long the longest of the other cookies lasts, and of backups what docs/privacy.md says", async () => {
  const text = (await readPageText(await club.fetch("/privacy"))).replaceAll(/\s+/g, " ");
  const days = (howLong: string) => Number(/^(\d+) days?/.exec(howLong)?.[1] ?? 0);
  const others = cookieRows.filter(({ name }) => name !== "session" && name !== "device");
  const longest = Math.max(...others.map(({ howLong }) => days(howLong)));
  expect(text).toContain(`The others last ${longest} days at most.`);
  const kept = inWords(keptMs.change);
  expect(text).toContain(
    `we may keep backups. So that a restored one doesn’t bring you back, we keep a list of deletions for ${kept}.`,
  );
  expect(document).toMatch(new RegExp(`backup files have everything: [^.]+ at the latest after ${kept}\\.`));
});

test("the statements of docs/privacy.md delete the answers of those who have not agreed to this text, and no others", async () => {
  const [, statements = ""] = /--command "([^"]+)"/.exec(document) ?? [];
  const ids = await insertDinersWithAnswers(club, 7);
  const [agreed = "", undecided = "", old = "", withdrawn = "", other = "", skipped = "", nothing = ""] = ids;
  const given = (userId: string, version: number, withdrawnAt: Date | null = null) => ({
    id: `consent of ${userId}`,
    userId,
    topic: consentTopics[0],
    version,
    givenAt: new Date(0),
    withdrawnAt,
  });
  await club.db
    .insert(consents)
    .values([
      given(agreed, consentVersion),
      given(old, consentVersion - 1),
      given(withdrawn, consentVersion, new Date(1)),
      { ...given(other, consentVersion), topic: "another" as (typeof consentTopics)[number] },
    ]);
  // Since the tables were made; their copies are older.
  await club.db.update(userAnswers).set({ answerIds: [] }).where(eq(userAnswers.userId, skipped));
  const bookingIds = await bookForDiners(club, ids, await createEvent(club, { capacity: 10 }));
  await club.db.insert(entryKeys).values(bookingIds.map((bookingId) => ({ bookingId, key: "k" })));

  await club.binding.exec(statements.replaceAll("\n", " "));
  const emptied = (await club.db.select().from(userAnswers)).filter(
    ({ userId, answerIds }) => userId !== skipped && answerIds.length === 0,
  );
  expect(emptied.map(({ userId, questionId }) => `${userId} ${questionId}`).sort()).toEqual(
    [undecided, old, withdrawn, other, nothing]
      .flatMap((id) => questionIdsWithConsent.map((q) => `${id} ${q}`))
      .sort(),
  );
  const kept = await club.db.select().from(entryKeys);
  expect(kept.map(({ bookingId }) => ids[bookingIds.indexOf(bookingId)])).toEqual([agreed]);
});

test("tables are told what the privacy page says, and nothing else", async () => {
  const page = await readPageText(await club.fetch("/privacy"));
  expect(page).toContain("up to three sentences about what you have in common, such as “Most of you");
  const eventId = await createEvent(club, { capacity: 15, hoursFromNow: 60, diets: [1, 2, 3, 4, 5, 6] });
  await bookForDiners(club, await insertDinersWithAnswers(club, 15), eventId);
  // Everybody shares what must never be spoken of: that nobody drinks, and what they hope for.
  await runJob("makeTables", createJobContext(club), new Date(Date.now() + 13 * hourMs));
  const made = await club.db.select().from(tables);
  expect(made).toHaveLength(3);
  const results = await club.db.all<{ value: string }>(
    sql`SELECT value FROM quiz_questions, json_each(says) WHERE sensitive = 0 AND needs_consent = 0 AND says IS NOT NULL`,
  );
  const allowed = results.flatMap(({ value }) => [`Most of you ${value}.`, `All five of you ${value}.`]);
  for (const { shares } of made) {
    expect(shares.length).toBeGreaterThan(0);
    expect(shares.length).toBeLessThanOrEqual(3);
    for (const sentence of shares) expect(allowed).toContain(sentence);
  }
});

test("a question that needs consent, or whose answer the page keeps from the table, is never spoken of", async () => {
  const results =
    await club.db.all(sql`SELECT question FROM quiz_questions WHERE (needs_consent = 1 OR role IN ('diet', 'allergy') OR is_year OR is_country OR help LIKE '%table never sees this%')
        AND (sensitive = 0 OR says IS NOT NULL)`);
  expect(results).toEqual([]);
});

test("the question about money says that no table sees it, as long as a table is told nothing of it", async () => {
  const diner = await signUpDiner(club);
  const read = async () => readPageText(await diner.get("/quiz?question=15"));
  expect(await read()).toContain("Your table never sees this.");
  await club.db.run(sql`UPDATE quiz_questions SET says = '["a", "b", "c", "d"]' WHERE id = 15`);
  expect(await read()).not.toContain("Your table never sees this.");
  await club.db.run(sql`UPDATE quiz_questions SET says = NULL WHERE id = 15`);
});

test("the privacy page needs no JavaScript and names processors, cookies, rights and times", async () => {
  const page = await readPageText(await club.fetch("/privacy"));
  const words = [
    "Cloudflare",
    "Resend",
    "Stripe",
    "Google",
    "consent",
    "Cookies",
    "7 days",
    "30 days",
    "A year after",
  ];
  for (const word of [...words, "numbers for each table", "people who run this club", "authority"]) {
    expect(page).toContain(word);
  }
});
