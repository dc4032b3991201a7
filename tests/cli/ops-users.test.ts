import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleOps, root } from "#app/cli/prepare.mjs";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

test("user show, export and erase work on an account and its photo", async () => {
  const eventId = await createEvent(club);
  const diner = await signUpDiner(club);
  const bookingId = await book(diner, eventId);
  const shown = await ops.json("user", "show", diner.email);
  expect(shown).toMatchObject({
    email: diner.email,
    isQuizDone: true,
    bookings: [{ id: bookingId, state: "pending" }],
  });
  const file = join(ops.folder, "export.json");
  expect((await ops.run("user", "export", diner.email, "--to", file)).code).toBe(0);
  const exported = JSON.parse(readFileSync(file, "utf8"));
  expect(exported.account.email).toBe(diner.email);
  expect(await ops.json("user", "export", diner.email)).toEqual(exported);

  const bucket = await club.worker.getR2Bucket("AVATARS");
  await bucket.put(`${shown.id}/photo.png`, "a photo");
  const before = await ops.hashRows();
  expect((await ops.run("user", "erase", diner.email, "--dry-run")).out).toContain(
    `Would erase ${diner.email}`,
  );
  expect((await ops.run("user", "erase", diner.email)).code).toBe(4);
  expect(await ops.hashRows()).toBe(before);
  expect((await ops.run("user", "erase", diner.email, "--yes")).code).toBe(0);
  expect(await bucket.head(`${shown.id}/photo.png`)).toBe(null);
  expect(await ops.run("user", "erase", diner.email, "--yes")).toEqual(
    failure(3, `There is no user ${diner.email}.`),
  );
  expect(await ops.dumpRows()).not.toContain(diner.email);
});

test("parked emails are listed, retried or deleted", async () => {
  const insertParked = (id: string) =>
    club.binding
      .prepare(
        "INSERT INTO outbox (id, kind, \"to\", subject, html, text, created_at, due_at, attempts, parked_at, last_error) VALUES (?, 'reminder', 'a@x.y', 's', 'h', 't', 1, 1, 7, 2, '422 no')",
      )
      .bind(id)
      .run();
  await insertParked("email-one");
  await insertParked("email-two");
  expect(await ops.json("outbox", "list", "--state", "parked")).toMatchObject([
    { state: "parked", attempts: 7, lastError: "422 no" },
    { state: "parked" },
  ]);
  expect((await ops.run("outbox", "list", "--state", "lost")).code).toBe(2);
  const before = await ops.hashRows();
  expect((await ops.run("outbox", "retry", "--parked", "--dry-run")).out).toContain("2 emails");
  expect((await ops.run("outbox", "retry")).code).toBe(2);
  expect((await ops.run("outbox", "drop", "email-")).code).toBe(4);
  expect((await ops.run("outbox", "drop", "email-one", "--dry-run")).code).toBe(0);
  expect(await ops.hashRows()).toBe(before);
  expect((await ops.run("outbox", "drop", "email-one", "--yes")).code).toBe(0);
  expect(await ops.json("outbox", "retry", "--parked")).toEqual({ retried: 1 });
  const { out } = await ops.run("job", "run", "sendEmails");
  expect(out).toBe(
    "Ran sendEmails. Due: 1 email to send (only shown at /dev/outbox, without RESEND_API_KEY).\n",
  );
  const [sent] = await ops.json("outbox", "list", "--state", "sent", "--limit", "1");
  expect((await ops.run("outbox", "drop", sent.id, "--yes")).code).toBe(4);
});

test("job run prints what was due, and another time needs confirmation", async () => {
  const insertEmail = `INSERT INTO outbox (id, kind, "to", subject, html, text, created_at, due_at, attempts, parked_at)
    VALUES (?, 'reminder', 'a@x.y', 's', 'h', 't', 1, ?, 0, ?)`;
  const later = Date.UTC(2099, 0, 1, 18);
  await club.binding.prepare(insertEmail).bind("parked", 1, 2).run();
  await club.binding.prepare(insertEmail).bind("later", later, null).run();
  expect((await ops.run("job", "run", "sendEmails")).out).toBe(
    "Ran sendEmails. Nothing was due: 0 emails to send (1 parked, see outbox list; 1 not due before 2099-01-01 19:00).\n",
  );
  await createEvent(club);
  await club.binding.exec(
    "INSERT INTO schedules (id, venue_id, weekday, time, capacity, weeks, created_at) SELECT 's', max(id), 5, '19:00', 50, 3, 1 FROM venues",
  );
  const insertDeposit =
    "INSERT INTO deposits (id, amount, state, origin, due_at, created_at) VALUES (?, 3000, ?, 'https://x.y', 1, 1)";
  for (const state of ["open", "paid", "refunding"])
    await club.binding.prepare(insertDeposit).bind(state, state).run();
  const before = await ops.hashRows();
  expect((await ops.run("job", "run", "--dry-run")).out).toContain(
    "(due: 3 events to open, 0 events to match, 0 events with tables to refill, 0 diners to remind, 0 standby bookings to end, 1 checkout to check, 1 deposit to decide on, 1 refund to make, 0 emails to send (",
  );
  const then = `${new Date().getFullYear() + 2}-01-01 12:00`;
  const runAhead = ["job", "run", "openEvents", "--now", then];
  expect(await ops.run(...runAhead)).toEqual(
    failure(
      4,
      `This would run openEvents as if it were ${then} (due: 3 events to open). It can’t be undone: add --yes to confirm.`,
    ),
  );
  expect((await ops.run("job", "run", "sendReminders", "--now", "2026-01-01 12:00")).code).toBe(4);
  expect(await ops.hashRows()).toBe(before);
  expect(await ops.json("job", "run", "openEvents")).toEqual({
    ran: ["openEvents"],
    failed: [],
    due: { openEvents: 3 },
  });
  expect((await ops.run("job", "run", "openEvents")).out).toBe(
    "Ran openEvents. Nothing was due: 0 events to open.\n",
  );
  expect((await ops.json(...runAhead, "--yes")).due).toEqual({ openEvents: 3 });
  await club.binding.exec("DELETE FROM deposits");
  expect((await ops.json("job", "run")).failed).toEqual([]);
  expect((await ops.run("job", "run", "cookDinner")).code).toBe(3);
  expect((await ops.run("job", "run", "--now", "soon")).code).toBe(2);
});

test("email preview shows every email", async () => {
  const names: string[] = await ops.json("email", "preview");
  const files = readdirSync(join(root, "app/emails"))
    .filter((file) => file.endsWith(".tsx") && file !== "layout.tsx")
    .map((file) => file.replace(".tsx", ""));
  expect(names).toEqual(expect.arrayContaining(files));
  const previews = await Promise.all(names.map((name) => ops.json("email", "preview", name)));
  for (const [i, { text, html, subject }] of previews.entries()) {
    expect(text, names[i]).toContain(subject);
    expect(`${text}${html}`, names[i]).not.toMatch(/undefined|null|\[object/);
  }
  const file = join(ops.folder, "email.html");
  expect((await ops.run("email", "preview", "reminder", "--html", file)).code).toBe(0);
  expect(readFileSync(file, "utf8")).toMatch(/^<!doctype html>/);
  expect((await ops.run("email", "preview", "no-such-email")).code).toBe(3);
  expect(await ops.run("email", "preview", "--html", file)).toEqual(
    failure(2, `Name an email: ${names.join(", ")}.`),
  );
});

const groupCommands = [
  ["event", "add", "list", "edit", "close", "cancel"],
  ["venue", "add", "list", "edit"],
  ["schedule", "add", "list", "end"],
  ["booking", "list", "confirm", "cancel"],
  ["match", "preview", "run", "show", "export"],
  ["table", "show"],
  ["avoid", "add", "list", "remove"],
  ["deposit", "list", "refund"],
  ["outbox", "list", "retry", "drop"],
  ["user", "show", "export", "erase"],
  ["job", "run"],
  ["email", "preview"],
].flatMap(([group = "", ...names]) => names.map((name) => [group, name]));

test("the help of every command has an example", async () => {
  await bundleOps();
  for (const command of [...groupCommands, ["sheet"], ["attendance"], ["demo"], ["backup"], ["restore"]]) {
    const { code, out } = await ops.run(...command, "--help");
    expect(code, command.join(" ")).toBe(0);
    expect(out).toContain(`Example:\n  npm run ops -- ${command.join(" ")}`);
    expect(out).toContain("--json");
  }
});

test("wrong usage prints one sentence and changes nothing", async () => {
  const before = await ops.hashRows();
  for (const [args, sentence] of [
    [["evnt"], "Unknown command 'evnt'. Use --help to see what is possible."],
    [["event", "list", "--colour"], "Unknown option '--colour'. Use --help to see what is possible."],
    [["user", "show"], "Missing required argument 'user'. Use --help to see what is possible."],
    [["event", "add", "--seats", "5"], "--venue is missing."],
    [["demo", "--diners", "-1"], "--diners is a whole number from 1 to 5000."],
    [["booking", "list", "x".repeat(200)], "event is too long for an id."],
  ] as const) {
    expect(await ops.run(...args)).toEqual(failure(2, sentence));
  }
  expect(await ops.hashRows()).toBe(before);
  expect(existsSync(join(ops.folder, "v3"))).toBe(false);
});
