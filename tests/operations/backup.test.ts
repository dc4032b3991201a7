import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { and, eq, getTableName, inArray, isNull, ne } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { node, root } from "#app/cli/project.mjs";
import { loadBatched } from "#app/db/batches.ts";
import { openDatabase } from "#app/db/client.server.ts";
import {
  avoidances,
  blocks,
  devices,
  erasures,
  passkeys,
  recoveries,
  sessions,
  tokens,
  users,
} from "#app/db/schema/account.ts";
import { keptChanges } from "#app/db/schema/backup.ts";
import { ledger } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { brokenAddresses } from "#app/db/schema/outbox.ts";
import { consents, userAnswers } from "#app/db/schema/quiz.ts";
import { entryKeys } from "#app/db/schema/seating.ts";
import { venues } from "#app/db/schema/venue.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { blockAccount } from "#app/models/account/blocks.server.ts";
import { addPasskey } from "#app/models/account/credentials.server.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { readProfile, setReminders } from "#app/models/account/profiles.server.ts";
import { removePasskey } from "#app/models/account/sign-in-ways.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { newestMigration, type Page, type Row, takeBackup } from "#app/models/backup/backup.server.ts";
import { markBackup, putKeptChanges } from "#app/models/backup/kept-changes.server.ts";
import { restoreBackup } from "#app/models/backup/restore.server.ts";
import { hasDueDeposits } from "#app/models/deposit/settlement.server.ts";
import { addBrokenAddresses, removeBrokenAddress } from "#app/models/outbox/broken-addresses.server.ts";
import { saveAnswers } from "#app/models/quiz/answers.server.ts";
import { giveConsent, withdrawConsent } from "#app/models/quiz/quiz.server.ts";
import { restore as restoreOperation } from "#app/operations/backup/backup.ts";
import { writeBackupFile } from "#app/operations/backup/backup-file.ts";
import type { OperationContext } from "#app/operations/operation.ts";
import {
  beVerified,
  createFormPost,
  findLinkToken,
  listSubjectsTo,
  login,
  signUpThroughForms,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import {
  book,
  bookForDiners,
  countBookings,
  createEvent,
  insertDiners,
  insertDinersWithAnswers,
  signUpDiner,
} from "#tests/support/events.ts";
import { runJob } from "#tests/support/jobs.ts";
import { connectOps, failure, runOpsIn, spawnOps } from "#tests/support/ops.ts";
import { finishQuiz, goodAnswers, questionIdsWithConsent } from "#tests/support/quiz.ts";
import { schemaTables } from "#tests/support/row-everywhere.ts";

const club = openClub();
const ops = connectOps(club);
const emptyFolder = mkdtempSync(join(tmpdir(), "oten-empty-"));
const file = join(ops.folder, "friday.oten");
afterAll(() => rmSync(emptyFolder, { recursive: true }));

const restore = (...options: string[]) => ops.run("restore", file, ...options);
/** Nothing is left that waits for the bucket. */
async function keepChanges(): Promise<R2Bucket> {
  const bucket = (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket;
  while ((await club.db.$count(keptChanges)) > 0) await putKeptChanges({ db: club.db, bucket });
  return bucket;
}
const listUserIds = async () =>
  (await club.binding.prepare("SELECT id FROM users ORDER BY id").all<{ id: string }>()).results.map(
    ({ id }) => id,
  );

test("demo creates diners with complete quiz answers, and books all seats", async () => {
  const eventId = await createEvent(club, { capacity: 8 });
  const before = await ops.hashRows();
  expect((await ops.run("demo", "--diners", "12", "--dry-run")).out).toMatch(
    /^Would create 12 diners and book .+ for 8 of them\./,
  );
  expect(await ops.hashRows()).toBe(before);
  expect(await ops.json("demo", "--diners", "12")).toEqual({ diners: 12, booked: 8, eventId });
  expect(await countBookings(club, eventId)).toBe(8);
  const countAnswers = club.binding.prepare("SELECT count(*) AS n FROM user_answers");
  const countQuestions = club.binding.prepare(
    "SELECT count(*) AS n FROM quiz_questions WHERE asked <> 'later'",
  );
  expect(await countAnswers.first("n")).toBe(12 * ((await countQuestions.first<number>("n")) ?? 0));
  const { tables, standby } = await ops.json("match", "preview", eventId);
  expect(5 * tables.length + standby.length).toBe(8);
  expect(await ops.run("demo", "--diners", "1")).toEqual(
    failure(4, "No event is open for booking: add one with event add."),
  );
  expect(await ops.run("demo", "--diners", "1", "--remote")).toEqual(
    failure(4, "demo works on a local club only: a deployed club has real diners."),
  );
});

test("demo says why an event can’t be booked", async () => {
  const eventId = await createEvent(club);
  const demo = async () => (await ops.run("demo", "--diners", "1", "--event", eventId)).err;
  for (const [changes, reason] of [
    ["capacity = 1, available = 0", "can’t be booked: it is not available."],
    ["closes_at = 1", "can’t be booked: its booking has ended."],
    ["matched_at = 2", "can’t be booked: its tables are made."],
    ["date = 3", "is in the past."],
    ["canceled_at = 4", "is canceled."],
  ]) {
    await club.binding.prepare(`UPDATE events SET ${changes} WHERE id = ?`).bind(eventId).run();
    expect(await demo()).toContain(` ${reason}\n`);
  }
  await club.binding.prepare("DELETE FROM event_venues WHERE event_id = ?").bind(eventId).run();
  await club.binding.prepare("DELETE FROM events WHERE id = ?").bind(eventId).run();
});

test("restore brings back everything except erased users, keeps who signed up since, and parks unsent emails", async () => {
  await club.binding.exec("UPDATE outbox SET sent_at = 1 WHERE id <> (SELECT min(id) FROM outbox)");
  const [erasedId = "", keptId = ""] = await listUserIds();
  const { rows } = await ops.json("backup", file);
  expect(rows).toBeGreaterThan(300);
  expect(readFileSync(file, "utf8")).not.toContain("token_hash");

  await ops.json("user", "erase", erasedId, "--yes");
  await insertDiners(club, 3);
  await club.binding.exec("INSERT INTO erasures (user_id, erased_at) VALUES ('erased-long-ago', 1)");
  const before = await ops.hashRows();
  expect(await restore()).toEqual(
    failure(4, "The club is not empty: add --force to replace everything in it."),
  );
  expect((await restore("--force")).code).toBe(4);
  expect((await restore("--force", "--dry-run")).out).toMatch(
    /^Would replace everything in this club with \d+ rows of /,
  );
  expect(await ops.hashRows()).toBe(before);

  expect(await restore("--force", "--yes")).toMatchObject({ code: 0, err: "" });
  expect(await listUserIds()).toHaveLength(14);
  expect(await listUserIds()).toContain(keptId);
  expect(await listUserIds()).not.toContain(erasedId);
  const { results } = await club.binding.prepare("SELECT user_id FROM erasures ORDER BY user_id").all();
  expect(results).toEqual(
    [{ user_id: erasedId }, { user_id: "erased-long-ago" }].sort((a, b) => (a.user_id < b.user_id ? -1 : 1)),
  );
  const countWaiting = club.binding.prepare(
    "SELECT count(*) AS n FROM outbox WHERE sent_at IS NULL AND parked_at IS NULL",
  );
  expect(await countWaiting.first("n")).toBe(0);
  const restored = await ops.hashRows();
  expect((await restore("--force", "--yes")).code).toBe(0);
  expect(await ops.hashRows()).toBe(restored);
});

test("restore refuses incomplete and foreign files and other migrations, and changes nothing", async () => {
  const before = await ops.hashRows();
  const backup = readFileSync(file, "utf8");
  const lines = backup.split("\n");
  for (const [content, message] of [
    ["", "is not an Öten backup"],
    ["PK\u0003\u0004", "is not an Öten backup"],
    [backup.slice(0, backup.length / 2), "is damaged"],
    [lines.slice(0, -2).join("\n"), "The end of"],
    [backup.replace(/"first_name":"[^"]+"/, '"first_name":"Other"'), "is damaged"],
    [backup.replace('"first_name"', '"first_name) values (1); --"'), "Line"],
    [
      [lines[0]?.replace(/"migration":"[^"]+"/, '"migration":"0001"'), ...lines.slice(1)].join("\n"),
      "is at 0",
    ],
  ]) {
    const brokenFile = join(ops.folder, "broken.oten");
    writeFileSync(brokenFile, content ?? "");
    const { code, out, err } = await ops.run("restore", brokenFile, "--force", "--yes");
    expect([code, out]).toEqual([4, ""]);
    expect(err).toContain(message);
    expect(err.trim().split("\n")).toHaveLength(1);
  }
  for (const [args, sentence] of [
    [["backup", "/nowhere/x.oten"], "/nowhere/x.oten can’t be written: there is no such folder."],
    [["backup", `${file}/x.oten`], `${file}/x.oten can’t be written: a part of its path is not a folder.`],
    [["restore", "/nowhere/x.oten"], "/nowhere/x.oten can’t be read: there is no such file."],
    [["restore", emptyFolder, "--force"], `${emptyFolder} can’t be read: it is a folder.`],
    [
      ["email", "preview", "reminder", "--html", emptyFolder],
      `${emptyFolder} can’t be written: it is a folder.`,
    ],
    [
      ["user", "export", (await listUserIds())[0] ?? "", "--to", emptyFolder],
      `${emptyFolder} can’t be written: it is a folder.`,
    ],
  ] as const) {
    expect(await ops.run(...args)).toEqual(failure(2, sentence));
  }
  expect(await runOpsIn(file, "event", "list")).toEqual(
    failure(2, `${file} can’t be opened: it is not a folder.`),
  );
  expect((await ops.run("backup", file)).code, "the backup file exists").toBe(4);
  const mistypedFolder = join(emptyFolder, "mistyped");
  const { code } = await runOpsIn(mistypedFolder, "event", "list");
  expect([code, existsSync(mistypedFolder)]).toEqual([3, false]);
  for (const mistypedFile of ["/nowhere/x.oten", emptyFolder])
    expect((await runOpsIn(mistypedFolder, "restore", mistypedFile)).code).toBe(2);
  expect(existsSync(mistypedFolder)).toBe(false);
  expect(await ops.hashRows()).toBe(before);
});

test("a restore that is killed has replaced everything or nothing", async () => {
  const countVenues = () => club.db.$count(venues);
  const restoredCount = await countVenues();
  const userIds = await listUserIds();
  const [venue] = await club.db.select().from(venues);
  const addVenues = async () => {
    for (let n = await countVenues(); venue && n < restoredCount + 4; n++)
      await club.db.insert(venues).values({ ...venue, id: crypto.randomUUID() });
  };
  const start = Date.now();
  expect(await ops.spawn("restore", file, "--force", "--yes")).toMatchObject({ code: 0, err: "" });
  const wholeMs = Date.now() - start;
  const counts = new Set<number>();
  for (const part of [0.5, 0.7, 0.85, 1]) {
    await addVenues();
    const args = ["app/cli/ops.mjs", "restore", file, "--force", "--yes", "--persist-to", ops.folder];
    const child = spawn(node, args, { cwd: root, stdio: "ignore" });
    const closed = new Promise((resolve) => child.on("close", resolve));
    setTimeout(() => child.kill("SIGKILL"), part * wholeMs);
    await closed;
    counts.add(await countVenues());
  }
  expect([restoredCount + 4, restoredCount]).toEqual(expect.arrayContaining([...counts]));
  expect(await club.binding.prepare("PRAGMA foreign_key_check").all()).toMatchObject({ results: [] });
  expect((await restore("--force", "--yes")).code).toBe(0);
  expect([await countVenues(), await listUserIds()]).toEqual([restoredCount, userIds]);
});

test("concurrent commands take turns on a club that is not running, and an empty club takes a backup", async () => {
  const outputs = await Promise.all(
    ["venue", "event", "outbox"].map((group) => spawnOps(emptyFolder, group, "list", "--json")),
  );
  expect(outputs).toEqual([1, 2, 3].map(() => ({ code: 0, out: "[]\n", err: "" })));
  chmodSync(emptyFolder, 0o755);
  expect(await spawnOps(emptyFolder, "restore", file, "--without-kept-changes")).toMatchObject({
    code: 0,
    err: "",
  });
  expect(statSync(emptyFolder).mode & 0o777, "nobody else may read it").toBe(0o700);
  const { out } = await spawnOps(emptyFolder, "event", "list", "--json");
  expect(JSON.parse(out)).toHaveLength(1);
  expect(readdirSync(emptyFolder)).not.toContain("rpc.json");
});

test("a backup does not undo what was promised since, also in an empty club with the same bucket", async () => {
  const emails = Object.fromEntries(
    await Promise.all(
      ["gone", "withdrawn", "changed", "blocked", "unblocked", "apart", "together", "plain", "moved"].map(
        async (name) => {
          const email = `${name}@oten.example`;
          const cookie = await signUpThroughForms(club, email);
          return [name, { email, cookie, id: (await findAccount(club.db, email))?.id ?? "" }] as const;
        },
      ),
    ),
  );
  const of = (name: string) => emails[name] ?? { email: "", cookie: "", id: "" };
  const { id: withdrawnId } = of("withdrawn");
  const now = new Date();
  await giveConsent(club.db, withdrawnId, now);
  await saveAnswers(club.db, withdrawnId, { [questionIdsWithConsent[0] ?? 0]: [2] });
  const visit = { from: "Firefox", now };
  const passkey = { publicKey: "x", counter: 0, transports: [], name: "Firefox", visit };
  const add = async (credentialId: string, userId: string) => {
    const [session] = await club.db.select().from(sessions).where(eq(sessions.userId, userId));
    await addPasskey(club.db, { ...passkey, credentialId, userId, sessionId: session?.id ?? "" });
  };
  await add("removed", of("plain").id);
  await add("stays", of("plain").id);
  const block = { reason: "Bothered Anna.", endsAt: null, now };
  await blockAccount(club.db, { ...block, userId: of("unblocked").id });
  await addAvoidance(club.db, [of("together").id, of("plain").id], now);
  await add("moved", of("moved").id);
  await addBrokenAddresses(club.db, { emails: [of("withdrawn").email], reason: "bounced", now });
  const promised = join(ops.folder, "promised.oten");
  await ops.json("backup", promised);

  await ops.json("user", "erase", of("gone").email, "--yes");
  await withdrawConsent(club.db, withdrawnId, now);
  await club.db
    .update(users)
    .set({ passwordHash: "new" })
    .where(eq(users.id, of("changed").id));
  expect(await removePasskey(club.db, of("plain").id, "removed", visit)).toBe(true);
  await ops.json("user", "block", of("blocked").email, "--reason", "Bothered Anna.", "--yes");
  await ops.json("user", "unblock", of("unblocked").email);
  await addAvoidance(club.db, [of("apart").id, of("plain").id], now);
  const moved = { headers: { Cookie: of("moved").cookie } };
  await beVerified(club, of("moved").cookie);
  const newAddress = "new-address@oten.example";
  await club.fetch("/dashboard/settings/email", { ...createFormPost({ email: newAddress }), ...moved });
  const token = await findLinkToken(club, newAddress);
  await club.fetch("/dashboard/settings/email", { ...createFormPost({ token }), ...moved });
  expect((await findAccount(club.db, newAddress))?.id).toBe(of("moved").id);
  await setReminders(club.db, of("together").id, false);
  await addBrokenAddresses(club.db, { emails: [of("changed").email], reason: "complained", now });
  await removeBrokenAddress(club.db, of("withdrawn").email);
  await ops.json("avoid", "remove", of("together").email, of("plain").email);
  // Kept apart, then erased: the person is recognized when they come back.
  await ops.json("user", "erase", of("apart").email, "--yes");
  const [late, lateAndPlain] = ["late@oten.example", "late-and-plain@oten.example"];
  await signUpThroughForms(club, late);
  await signUpThroughForms(club, lateAndPlain);
  await ops.json("user", "block", late, "--reason", "Bothered Anna.", "--yes");
  await keepChanges();
  const [lateId, latePlainId] = await Promise.all(
    [late, lateAndPlain].map(async (email) => (await findAccount(club.db, email))?.id),
  );

  // Without the bucket it is refused, and says so.
  const alone = mkdtempSync(join(tmpdir(), "oten-alone-"));
  const refused = await runOpsIn(alone, "restore", promised);
  expect(refused).toMatchObject({ code: 4, out: "" });
  expect(refused.err).toContain("add --without-kept-changes.");
  expect((await runOpsIn(alone, "restore", promised, "--without-kept-changes", "--dry-run")).out).toContain(
    "and undo all choices since then: erasures, withdrawn consents",
  );
  rmSync(alone, { recursive: true });

  // As if the database were lost, and the bucket not.
  for (const name of schemaTables.map(getTableName))
    await club.binding.exec(`DELETE FROM "${name}"`).catch(() => {});
  await club.binding.exec("DELETE FROM kept_changes");
  for (let i = 0; i < 2; i++) {
    const { out, err } = await ops.run("restore", promised, "--force", "--yes");
    expect(err).toBe("");
    expect(out).toContain("of a lost database, what was changed in its last minute");
    expect((await findAccount(club.db, newAddress))?.id).toBe(of("moved").id);
    expect(await findAccount(club.db, of("moved").email)).toBeUndefined();
    expect((await loadBatched(club, readProfile(club.db, of("together").id)))?.wantsReminders).toBe(false);
    expect((await loadBatched(club, readProfile(club.db, of("plain").id)))?.wantsReminders).toBe(true);
    expect((await club.db.select().from(brokenAddresses)).map(({ email }) => email)).toEqual([
      of("changed").email,
    ]);
    const emailsLeft = (await club.db.select({ email: users.email }).from(users)).map(({ email }) => email);
    expect(emailsLeft).toContain(of("plain").email);
    for (const name of ["gone", "apart"]) expect(emailsLeft).not.toContain(of(name).email);
    const [erasure] = await club.db
      .select()
      .from(erasures)
      .where(eq(erasures.userId, of("apart").id));
    expect(erasure?.madeBy).toBe("operator");
    expect(
      await club.db
        .select()
        .from(userAnswers)
        .where(and(eq(userAnswers.userId, withdrawnId), ne(userAnswers.answerIds, []))),
    ).toEqual([]);
    expect(
      await club.db.$count(consents, and(eq(consents.userId, withdrawnId), isNull(consents.withdrawnAt))),
    ).toBe(0);
    expect((await findAccount(club.db, of("changed").email))?.passwordHash).toBe("new");
    expect((await findAccount(club.db, of("plain").email))?.passwordHash).toMatch(/^\$scrypt/);
    const keys = await club.db.select({ id: passkeys.credentialId }).from(passkeys);
    expect(keys.map(({ id }) => id).sort()).toEqual(["moved", "stays"]);
    const blockedIds = (await club.db.select().from(blocks)).map(({ userId }) => userId);
    expect(blockedIds.sort()).toEqual([of("blocked").id, lateId].sort());
    expect((await club.db.select().from(avoidances)).map(({ userId }) => userId)).toEqual([of("apart").id]);
    // Accounts that were made since are there too.
    expect(await listUserIds()).toEqual(expect.arrayContaining([lateId, latePlainId]));
    expect(await club.db.$count(keptChanges)).toBe(0);
  }
  const subjects = await listSubjectsTo(club, of("moved").email);
  await club.fetch("/forgot-password", createFormPost({ email: of("moved").email }));
  expect((await login(club, of("moved").email)).status).toBe(400);
  expect(await listSubjectsTo(club, of("moved").email)).toEqual(subjects);
  expect((await login(club, newAddress)).status).toBe(302);
  await signUpThroughForms(club, of("apart").email);
  expect(await ops.json("avoid", "list", of("plain").email)).toHaveLength(1);
  expect((await login(club, lateAndPlain)).status).toBe(302);
  expect((await login(club, late)).status).toBe(400);
  expect((await ops.run("user", "show", late)).out).toContain("blocked since");
});

const quietBar = { update: () => {}, end: () => {} };

/** In a process of its own, as many restores are. */
async function planRestore(file: string, binding: D1Database = club.binding) {
  const env = { AVATARS: await club.worker.getR2Bucket("AVATARS") };
  const context = {
    ...{ db: openDatabase(binding), env, now: new Date(), isRemote: false },
    showProgress: () => quietBar,
  };
  const run = restoreOperation.run as (...args: unknown[]) => Promise<unknown>;
  const plan = await run(context, { file, force: false, withoutKeptChanges: false }, 7);
  return plan as { apply(): Promise<{ message: string }> };
}

/** The ledger is append-only. */
async function emptyLedger(): Promise<void> {
  const isTrigger = "name = 'ledger_is_not_torn'";
  const created = await club.binding.prepare(`SELECT sql FROM sqlite_master WHERE ${isTrigger}`).first("sql");
  await club.binding.exec("DROP TRIGGER ledger_is_not_torn");
  await club.binding.exec("DELETE FROM ledger");
  await club.binding.prepare(String(created)).run();
}

async function loseAllRows(): Promise<void> {
  await emptyLedger();
  await club.binding.batch(
    [
      "PRAGMA defer_foreign_keys = on",
      ...schemaTables.map((table) => `DELETE FROM "${getTableName(table)}"`),
    ].map((each) => club.binding.prepare(each)),
  );
}

test("a restore into an empty club that was stopped goes on, and until it is done nobody is served half a club", async () => {
  const bucket = (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket;
  const eventId = await createEvent(club);
  const [diner, erased] = [await signUpDiner(club), await signUpDiner(club)];
  const [changedId = ""] = await insertDiners(club, 1);
  const [other = "", large = ""] = ["other.oten", "large.oten"].map((name) => join(ops.folder, name));
  await ops.json("backup", other);
  await book(diner, eventId);
  for (const id of ["a", "b", "c", "d", "e"]) {
    await club.binding.exec(
      `INSERT INTO deposits (id, amount, currency, state, origin, due_at, created_at) VALUES ('${id}', 300000, 'huf', 'refunded', 'https://x.y', 9000000000000, 1)`,
    );
    await club.binding.exec(
      `INSERT INTO ledger (deposit_id, at, kind, amount, reference) VALUES ('${id}', 1, 'paid', 300000, 'paid-${id}'), ('${id}', 2, 'refunded', -300000, 'back-${id}')`,
    );
  }
  const [mark, migration] = [await markBackup({ db: club.db, bucket }), await newestMigration(club.db)];
  const header = { takenAt: new Date(), mark, migration };
  await writeBackupFile(large, header, takeBackup(club.db, 7), quietBar);
  const userIds = await listUserIds();
  const { id: erasedId } = (await findAccount(club.db, erased.email)) ?? {};
  await ops.json("user", "erase", erased.email, "--yes");
  await keepChanges();
  await loseAllRows();

  const isHidden = () =>
    club.binding.prepare("SELECT 1 FROM sqlite_master WHERE name = 'restoring_users'").first();
  let [batchesLeft, deaths, isLastAnswerLost] = [0, 0, false];
  const failing = new Proxy(club.binding, {
    get(binding, name: "batch" | "prepare") {
      if (name !== "batch") return binding[name].bind(binding);
      return async (statements: D1PreparedStatement[]) => {
        const isKilled = batchesLeft-- <= 0;
        if (isKilled && deaths % 2 === 0) throw new Error("killed");
        const results = await binding.batch(statements);
        if (deaths > 0 && !isLastAnswerLost && !(await isHidden())) isLastAnswerLost = true;
        else if (!isKilled) return results;
        throw new Error("killed");
      };
    },
  });
  const restoreAndDie = async () => {
    batchesLeft = 6 + deaths;
    return (await planRestore(large, failing)).apply();
  };
  await expect(restoreAndDie()).rejects.toThrow("killed");

  expect((await club.fetch("/forgot-password", createFormPost({ email: diner.email }))).status).toBe(500);
  expect((await login(club, diner.email)).status).toBe(500);
  for (const error of await club.takeLoggedErrors()) expect(error).toContain("no such table");
  expect((await ops.run("event", "list")).err).toContain(
    "If a restore was interrupted, run it again with the same version of Öten: the club serves nobody until it is done.",
  );
  expect((await ops.run("restore", other)).err).toMatch(/^A restore of another file was interrupted/);
  expect((await ops.run("restore", large, "--dry-run")).out).toMatch(
    /^Would go on after [1-9]\d* rows, and /,
  );
  while (!isLastAnswerLost) {
    expect(++deaths, "restores that were killed before the last answer was lost").toBeLessThan(1_000);
    await expect(restoreAndDie()).rejects.toThrow("killed");
  }
  expect(deaths).toBeGreaterThan(6);

  // The club is running, and its operator does not know.
  const inPages = await ops.hashRows();
  await club.db.update(users).set({ passwordHash: "chosen since" }).where(eq(users.id, changedId));
  const running = await ops.hashRows();
  expect(await ops.run("restore", large)).toMatchObject({
    ...{ code: 0, err: "" },
    out: expect.stringContaining(`of ${header.takenAt.toISOString()} were restored already.`),
  });
  expect(await ops.hashRows()).toBe(running);
  // Its email is sent in the background, which changes rows.
  expect((await login(club, diner.email)).status).toBe(302);
  expect((await ops.run("restore", large)).err).toMatch(/^The club is not empty/);

  expect(await listUserIds()).toEqual(userIds.filter((id) => id !== erasedId));
  expect(await countBookings(club, eventId)).toBe(1);
  expect(await club.binding.prepare("PRAGMA foreign_key_check").all()).toMatchObject({ results: [] });
  expect(await club.db.$count(ledger)).toBe(10);
  expect((await ops.run("restore", large, "--force", "--yes")).err).toContain("has taken deposits");
  await emptyLedger();
  expect(await ops.run("restore", large, "--force", "--yes", "--without-kept-changes")).toMatchObject({
    ...{ code: 0, err: "" },
  });
  expect(await ops.hashRows(), "as in one transaction").toBe(inPages);
  expect((await login(club, diner.email)).status).toBe(302);
  await emptyLedger();
});

test("two restores into an empty club don’t mix, and neither deletes who signs up before it begins", async () => {
  const refusal = "The club was changed meanwhile, by somebody who signed up or by another restore.";
  const [one = "", two = ""] = ["one.oten", "two.oten"].map((name) => join(ops.folder, name));
  await ops.json("backup", one);
  await insertDiners(club, 1);
  await ops.json("backup", two);
  const userIds = await listUserIds();
  await loseAllRows();

  const early = await planRestore(two);
  const newcomers = await insertDiners(club, 1);
  await expect(early.apply()).rejects.toThrow(refusal);
  expect(await listUserIds()).toEqual(newcomers);
  await loseAllRows();

  const [late, ofOther] = [await planRestore(two), await planRestore(one)];
  let batchesLeft = 9;
  const failing = new Proxy(club.binding, {
    get(binding, name: "batch" | "prepare") {
      if (name === "batch" && batchesLeft-- <= 0) throw new Error("killed");
      return binding[name].bind(binding);
    },
  });
  await expect((await planRestore(two, failing)).apply()).rejects.toThrow("killed");
  for (const plan of [late, ofOther]) await expect(plan.apply()).rejects.toThrow(refusal);
  const plans = [await planRestore(two), await planRestore(two)];
  batchesLeft = 12;
  await expect((await planRestore(two, failing)).apply()).rejects.toThrow("killed");
  for (const plan of plans) await expect(plan.apply()).rejects.toThrow(refusal);
  const [first, second] = [await planRestore(two), await planRestore(two)];
  const outcomes = await Promise.allSettled([first.apply(), second.apply()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { message: expect.stringContaining(refusal) },
  });
  expect(await listUserIds()).toEqual(userIds);
});

test("what the club changes while a restore reads the bucket is not undone, and each object is fetched once", async () => {
  const bucket = (await club.worker.getR2Bucket("AVATARS")) as unknown as R2Bucket;
  const ids = await insertDiners(club, 61);
  const busy = join(ops.folder, "busy.oten");
  await ops.json("backup", busy);
  for (const userId of ids.slice(0, 60)) {
    await eraseAccount(club.db, userId, new Date(), "operator");
    await keepChanges();
  }
  const fetched: string[] = [];
  let [atOnce, mostAtOnce] = [0, 0];
  const block = { userId: ids[60] ?? "", reason: "Bothered Anna.", endsAt: null, now: new Date() };
  let isToBlock = false;
  const watched = {
    head: (key: string) => bucket.head(key),
    put: (key: string, value: string) => bucket.put(key, value),
    async list(options: R2ListOptions) {
      const page = await bucket.list(options);
      if (isToBlock) await blockAccount(club.db, block).then(keepChanges);
      isToBlock = false;
      return page;
    },
    async get(key: string) {
      fetched.push(key);
      mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      const object = await bucket.get(key);
      atOnce--;
      return object;
    },
  };
  const showProgress = () => ({ update: () => {}, end: () => {} });
  const context = { db: club.db, env: { AVATARS: watched }, now: new Date(), isRemote: false, showProgress };
  const plan = await restoreOperation.run(context as unknown as OperationContext, {
    file: busy,
    force: true,
    withoutKeptChanges: false,
  });
  isToBlock = true;
  await (plan as { apply(): Promise<unknown> }).apply();
  const left = new Set(await listUserIds());
  expect(ids.filter((id) => left.has(id))).toEqual([ids[60]]);
  expect(await club.db.$count(blocks, eq(blocks.userId, block.userId))).toBe(1);
  const again = fetched.filter((key, i) => fetched.indexOf(key) < i);
  expect(again, "fetched again is what changed meanwhile").toEqual([`kept-changes/${block.userId}`]);
  expect([mostAtOnce > 10, mostAtOnce < 100]).toEqual([true, true]);
});

test("the bucket has nothing of an erased person but ids and hashes, and no backup needs that after 400 days", async () => {
  const bucket = await keepChanges();
  const email = "traces@oten.example";
  const Cookie = await signUpThroughForms(club, email);
  await finishQuiz(club, Cookie);
  const { id = "" } = (await findAccount(club.db, email)) ?? {};
  await blockAccount(club.db, { userId: id, reason: "Bothered Anna.", endsAt: null, now: new Date() });
  await keepChanges();
  const key = `kept-changes/${id}`;
  const read = async () => (await bucket.get(key))?.text();
  const traces = [email, "Zsófi", "Kiss", "Bothered", "scrypt", "question_id"];
  for (const trace of traces) expect(await read()).toContain(trace);
  await ops.json("user", "erase", email, "--yes");
  await keepChanges();
  expect(await read()).toContain("kept_until");
  for (const trace of traces) expect(await read()).not.toContain(trace);

  const deleteAfter = (days: number, minute: number) =>
    runJob(
      "keepChanges",
      { db: club.db, env: { AVATARS: bucket } as Env },
      new Date((Math.ceil((Date.now() / minuteMs + days * 1_440) / 256) * 256 + minute) * minuteMs),
    );
  // Those whose ids begin so.
  const part = Number.parseInt(id.slice(0, 2), 16);
  await deleteAfter(399, part);
  expect(await bucket.head(key)).not.toBeNull();
  await deleteAfter(401, part);
  expect(await bucket.head(key)).toBeNull();
  // The number in `erasures` has gone with it.
  await deleteAfter(401, 0);
  await keepChanges();
  expect(await club.db.$count(erasures, eq(erasures.userId, id))).toBe(0);
  expect(await bucket.head(key)).toBeNull();
  const { objects } = await bucket.list({ prefix: "kept-changes/backup-" });
  expect(objects.length).toBeGreaterThan(0);
  await deleteAfter(401, 0xba);
  expect((await bucket.list({ prefix: "kept-changes/backup-" })).objects).toEqual([]);
});

test("after Time Travel, replay makes again what was kept since, and ends what must not come back", async () => {
  const [email, other] = ["travel@oten.example", "travel-too@oten.example"];
  await signUpThroughForms(club, email);
  const cookie = await signUpThroughForms(club, other);
  await ops.json("user", "recover", other, "--to", "stranger@oten.example", "--yes");
  const comeBack = [sessions, tokens, recoveries].map(getTableName);
  const rows = await club.db.$client.batch<Row>(
    comeBack.map((name) => club.binding.prepare(`SELECT * FROM "${name}"`)),
  );
  const since = new Date().toISOString();
  const { id = "" } = (await findAccount(club.db, email)) ?? {};
  const before = await Array.fromAsync(takeBackup(club.db));
  await ops.json("user", "erase", email, "--yes");
  await ops.json("user", "recover", other, "--stop");
  await keepChanges();
  // What Time Travel does: all is as it was then.
  await club.db.delete(erasures);
  await restoreBackup(club.db, before, undefined, new Date());
  for (const [i, name] of comeBack.entries())
    for (const row of rows[i]?.results ?? [])
      await club.binding
        .prepare(`INSERT INTO "${name}" (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => "?")})`)
        .bind(...Object.values(row))
        .run();
  expect((await findAccount(club.db, email))?.id).toBe(id);
  const openSettings = async () => (await club.fetch("/dashboard/settings", { headers: { cookie } })).status;
  expect(await openSettings()).toBe(200);
  expect((await ops.run("replay", since, "--dry-run")).out).toMatch(
    /^Would sign everybody out, end their links and recoveries, and keep what is newer than [\d-]+ [\d:]+ (UTC|\w+\/\w+) of \d+ people/,
  );
  await ops.json("replay", since, "--yes");
  expect(await findAccount(club.db, email)).toBeUndefined();
  expect(await openSettings()).toBe(302);
  for (const table of [tokens, recoveries]) expect(await club.db.$count(table)).toBe(0);
});

test("a large club is backed up in pages, and restored whatever was erased and changed meanwhile", async () => {
  const [erasedId = "", changedId = "", ...others] = await insertDiners(club, 12);
  const now = new Date();
  const insertDevice = (userId: string) =>
    club.db
      .insert(devices)
      .values({ userId, tokenHash: `device-of-${userId}`, createdAt: now, lastUsedAt: now });
  for (const userId of [erasedId, changedId, ...others]) await insertDevice(userId);
  const rowsByTable = (pages: Page[]) =>
    new Map(
      [...Map.groupBy(pages, ({ name }) => name)].map(([name, some]) => [
        name,
        some.flatMap(({ rows }) => rows),
      ]),
    );
  const whole = await Array.fromAsync(takeBackup(club.db));
  const pages = await Array.fromAsync(takeBackup(club.db, 7));
  expect(Math.max(...pages.map(({ rows }) => rows.length))).toBe(7);
  expect(rowsByTable(pages)).toEqual(rowsByTable(whole));

  const eventId = await createEvent(club);
  const [ofErased = "", ofChanged = ""] = await bookForDiners(club, [erasedId, changedId], eventId);
  await club.db.insert(entryKeys).values([ofErased, ofChanged].map((bookingId) => ({ bookingId, key: "a" })));

  const torn: Page[] = [];
  for await (const page of takeBackup(club.db, 7)) {
    const isErased = (row: Row) => page.name === "users" && row.id === erasedId;
    torn.push({ ...page, rows: page.rows.filter((row) => !isErased(row)) });
    if (!page.rows.some(({ token_hash }) => token_hash === `device-of-${changedId}`)) continue;
    await club.db.delete(devices).where(eq(devices.userId, changedId));
    await insertDevice(changedId);
  }
  const devicesOf = (id: string) =>
    torn.flatMap(({ rows }) => rows.filter((row) => row.token_hash === `device-of-${id}`));
  expect([devicesOf(changedId).length, devicesOf(erasedId).length]).toEqual([2, 1]);
  for (const { name, rows } of torn)
    for (const row of rows) if (name === "events" && row.id === eventId) row.entries_erased_at = 1;
  await club.db.insert(erasures).values({ userId: erasedId, erasedAt: now });
  await restoreBackup(club.db, torn, undefined, now);
  expect(await club.db.select().from(entryKeys)).toEqual([{ bookingId: ofChanged, key: "a" }]);
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  expect(event?.entriesErasedAt, "entries that were read before they were erased").toBeNull();
  const left = (await club.db.select().from(devices)).map(({ userId }) => userId);
  expect(left).toEqual(expect.arrayContaining([changedId, ...others]));
  expect(left).not.toContain(erasedId);
});

test("a large club's backup has the answers of who signs up meanwhile, and each deposit is looked at after it is restored", async () => {
  await insertDinersWithAnswers(club, 10);
  await club.binding.exec(
    "INSERT INTO deposits (id, amount, currency, state, origin, due_at, created_at) VALUES ('waits', 300000, 'huf', 'paid', 'https://x.y', 9000000000000, 1)",
  );
  const pages: Page[] = [];
  const newIds: string[] = [];
  for await (const page of takeBackup(club.db, 7)) {
    pages.push(page);
    if (page.name === "user_answers" && page.rows.length > 0 && newIds.length < 3)
      newIds.push(...(await insertDinersWithAnswers(club, 1)));
  }
  await restoreBackup(club.db, pages, undefined, new Date());
  const answers = await club.db.select().from(userAnswers).where(inArray(userAnswers.userId, newIds));
  expect(answers).toHaveLength(3 * Object.keys(goodAnswers).length);
  expect(await hasDueDeposits(club.db, new Date())).toBe(true);
});

test("commands and diners can write to a running club at the same time", async () => {
  const hours = Array.from({ length: 20 }, (_, i) => 150 + 5 * i);
  const eventIds = await Promise.all(hours.map((hoursFromNow) => createEvent(club, { hoursFromNow })));
  const diners = await Promise.all(Array.from({ length: 6 }, () => signUpDiner(club)));
  const commands = Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      ops.spawn(
        ...["venue", "add", "--name", `While booking ${i}`, "--address", "Fő utca 1"],
        ...["--tables", "4", "--price", "2"],
      ),
    ),
  );
  for (const eventId of eventIds) {
    const booked = await Promise.all(diners.map((diner) => book(diner, eventId)));
    expect(booked.filter(Boolean)).toHaveLength(6);
  }
  expect((await commands).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  for (const eventId of eventIds) expect(await countBookings(club, eventId)).toBe(6);
  const countVenues = club.binding.prepare(
    "SELECT count(*) AS n FROM venues WHERE name LIKE 'While booking%'",
  );
  expect(await countVenues.first("n")).toBe(6);
});
