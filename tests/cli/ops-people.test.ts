import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { bundleOps, root } from "#app/cli/prepare.mjs";
import { openClub } from "#tests/support/club.ts";
import { book, newDiner, openDinner } from "#tests/support/events.ts";
import { openDesk, refusal } from "#tests/support/ops.ts";

// Each command is a process of its own, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const club = openClub();
const desk = openDesk(club);

test("an account is shown, exported, and erased with its photo", async () => {
  const dinner = await openDinner(club);
  const diner = await newDiner(club);
  const booking = await book(diner, dinner);
  const shown = await desk.json("user", "show", diner.email);
  expect(shown).toMatchObject({
    email: diner.email,
    isQuizDone: true,
    bookings: [{ id: booking, state: "pending" }],
  });
  const file = join(desk.folder, "export.json");
  expect((await desk.ops("user", "export", diner.email, "--to", file)).code).toBe(0);
  const exported = JSON.parse(readFileSync(file, "utf8"));
  expect(exported.account.email).toBe(diner.email);
  expect(await desk.json("user", "export", diner.email)).toEqual(exported);

  const bucket = await club.worker.getR2Bucket("AVATARS");
  await bucket.put(`${shown.id}/photo.png`, "a photo");
  const before = await desk.dump();
  expect((await desk.ops("user", "erase", diner.email, "--dry-run")).out).toContain(
    `Would erase ${diner.email}`,
  );
  expect((await desk.ops("user", "erase", diner.email)).code).toBe(4);
  expect(await desk.dump()).toBe(before);
  expect((await desk.ops("user", "erase", diner.email, "--yes")).code).toBe(0);
  expect(await bucket.head(`${shown.id}/photo.png`)).toBe(null);
  expect(await desk.ops("user", "erase", diner.email, "--yes")).toEqual(
    refusal(3, `There is no account ${diner.email}.`),
  );
  expect(await desk.rows()).not.toContain(diner.email);
});

test("mails that were given up are listed, tried again, or dropped", async () => {
  const park = (id: string) =>
    club.binding
      .prepare(
        "INSERT INTO outbox (id, kind, \"to\", subject, html, text, created_at, due_at, attempts, parked_at, last_error) VALUES (?, 'reminder', 'a@x.y', 's', 'h', 't', 1, 1, 7, 2, '422 no')",
      )
      .bind(id)
      .run();
  await park("mail-one");
  await park("mail-two");
  expect(await desk.json("outbox", "list", "--state", "parked")).toMatchObject([
    { state: "parked", attempts: 7, lastError: "422 no" },
    { state: "parked" },
  ]);
  expect((await desk.ops("outbox", "list", "--state", "lost")).code).toBe(2);
  const before = await desk.dump();
  expect((await desk.ops("outbox", "retry", "--parked", "--dry-run")).out).toContain("2 mails");
  expect((await desk.ops("outbox", "retry")).code).toBe(2);
  expect((await desk.ops("outbox", "drop", "mail-")).code).toBe(4);
  expect((await desk.ops("outbox", "drop", "mail-one", "--dry-run")).code).toBe(0);
  expect(await desk.dump()).toBe(before);
  expect((await desk.ops("outbox", "drop", "mail-one", "--yes")).code).toBe(0);
  expect(await desk.json("outbox", "retry", "--parked")).toEqual({ retried: 1 });
  const { out } = await desk.ops("job", "run", "sendEmails");
  expect(out).toBe("Ran sendEmails. Found: 1 mail (without RESEND_API_KEY no further than /dev/outbox).\n");
  const [sent] = await desk.json("outbox", "list", "--state", "sent", "--most", "1");
  expect((await desk.ops("outbox", "drop", sent.id, "--yes")).code).toBe(4);
});

test("all jobs run, or one, and say why nothing came of it; as if it were later, by who is sure", async () => {
  const add = `INSERT INTO outbox (id, kind, "to", subject, html, text, created_at, due_at, attempts, parked_at)
    VALUES (?, 'reminder', 'a@x.y', 's', 'h', 't', 1, ?, 0, ?)`;
  const later = Date.UTC(2099, 0, 1, 18);
  await club.binding.prepare(add).bind("given-up", 1, 2).run();
  await club.binding.prepare(add).bind("later", later, null).run();
  expect((await desk.ops("job", "run", "sendEmails")).out).toBe(
    "Ran sendEmails. Nothing was due: 0 mails (1 parked, see outbox list; 1 not due before 2099-01-01 19:00).\n",
  );
  await openDinner(club);
  await club.binding.exec(
    "INSERT INTO schedules (id, venue_id, weekday, time, capacity, weeks, created_at) SELECT 'r', max(id), 5, '19:00', 50, 3, 1 FROM venues",
  );
  const deposit =
    "INSERT INTO deposits (id, amount, state, origin, due_at, created_at) VALUES (?, 3000, ?, 'https://x.y', 1, 1)";
  for (const state of ["open", "paid", "refunding"])
    await club.binding.prepare(deposit).bind(state, state).run();
  const before = await desk.dump();
  expect((await desk.ops("job", "run", "--dry-run")).out).toContain(
    "due just now: 3 dinners to open, 0 dinners to match, 0 to mend, 0 diners to remind, 0 whose waiting ends, 1 checkout to ask about, 1 deposit to decide on, 1 refund to make, 0 mails (",
  );
  const then = `${new Date().getFullYear() + 2}-01-01 12:00`;
  const ahead = ["job", "run", "openEvents", "--now", then];
  expect(await desk.ops(...ahead)).toEqual(
    refusal(
      4,
      `This would run openEvents as if it were ${then}; due just now: 3 dinners to open, which can’t be undone: say --yes to go ahead.`,
    ),
  );
  expect((await desk.ops("job", "run", "sendReminders", "--now", "2026-01-01 12:00")).code).toBe(4);
  expect(await desk.dump()).toBe(before);
  expect(await desk.json("job", "run", "openEvents")).toEqual({
    ran: ["openEvents"],
    failed: [],
    due: { openEvents: 3 },
  });
  expect((await desk.ops("job", "run", "openEvents")).out).toBe(
    "Ran openEvents. Nothing was due: 0 dinners to open.\n",
  );
  expect((await desk.json(...ahead, "--yes")).due).toEqual({ openEvents: 3 });
  await club.binding.exec("DELETE FROM deposits");
  expect((await desk.json("job", "run")).failed).toEqual([]);
  expect((await desk.ops("job", "run", "cookDinner")).code).toBe(3);
  expect((await desk.ops("job", "run", "--now", "soon")).code).toBe(2);
});

test("every mail there is can be looked at", async () => {
  const names: string[] = await desk.json("mail", "preview");
  const files = readdirSync(join(root, "app/emails"))
    .filter((file) => file.endsWith(".tsx") && file !== "layout.tsx")
    .map((file) => file.replace(".tsx", ""));
  expect(names).toEqual(expect.arrayContaining(files));
  const previews = await Promise.all(names.map((name) => desk.json("mail", "preview", name)));
  for (const [i, { text, html, subject }] of previews.entries()) {
    expect(text, names[i]).toContain(subject);
    expect(`${text}${html}`, names[i]).not.toMatch(/undefined|null|\[object/);
  }
  const file = join(desk.folder, "mail.html");
  expect((await desk.ops("mail", "preview", "reminder", "--html", file)).code).toBe(0);
  expect(readFileSync(file, "utf8")).toMatch(/^<!doctype html>/);
  expect((await desk.ops("mail", "preview", "love-letter")).code).toBe(3);
  expect(await desk.ops("mail", "preview", "--html", file)).toEqual(
    refusal(2, `Say which mail: ${names.join(", ")}.`),
  );
});

const commands = [
  ["event", "add", "list", "edit", "close", "cancel"],
  ["venue", "add", "list", "edit"],
  ["rule", "add", "list", "end"],
  ["booking", "list", "confirm", "cancel"],
  ["match", "preview", "run", "show"],
  ["table", "show"],
  ["avoid", "add", "list", "remove"],
  ["outbox", "list", "retry", "drop"],
  ["user", "show", "export", "erase"],
  ["job", "run"],
  ["mail", "preview"],
].flatMap(([noun = "", ...verbs]) => verbs.map((verb) => [noun, verb]));

test("every command explains itself, with an example", async () => {
  await bundleOps();
  for (const command of [...commands, ["sheet"], ["attendance"], ["demo"], ["backup"], ["restore"]]) {
    const { code, out } = await desk.ops(...command, "--help");
    expect(code, command.join(" ")).toBe(0);
    expect(out).toContain(`Example:\n  npm run ops -- ${command.join(" ")}`);
    expect(out).toContain("--json");
  }
});

test("what is typed wrongly is one sentence and changes nothing", async () => {
  const before = await desk.dump();
  for (const [args, sentence] of [
    [["evnt"], "Unknown command 'evnt'. Say --help to see what there is."],
    [["event", "list", "--colour"], "Unknown option '--colour'. Say --help to see what there is."],
    [["user", "show"], "Missing required argument 'user'. Say --help to see what there is."],
    [["event", "add", "--seats", "5"], "--venue is missing."],
    [["demo", "--diners", "-1"], "--diners is a whole number from 1 to 5000."],
    [["booking", "list", "x".repeat(200)], "dinner is too long for an id."],
  ] as const) {
    expect(await desk.ops(...args)).toEqual(refusal(2, sentence));
  }
  expect(await desk.dump()).toBe(before);
  expect(existsSync(join(desk.folder, "v3"))).toBe(false);
});
