import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { node, root } from "#app/cli/prepare.mjs";
import { openClub } from "#tests/support/club.ts";
import { book, manyDiners, newDiner, openDinner, seatsTaken } from "#tests/support/events.ts";
import { openDesk, ops, refusal } from "#tests/support/ops.ts";

// Each command is a process of its own, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const club = openClub();
const desk = openDesk(club);
const empty = mkdtempSync(join(tmpdir(), "oten-empty-"));
const file = join(desk.folder, "friday.oten");
afterAll(() => rmSync(empty, { recursive: true }));

const restore = (...more: string[]) => desk.ops("restore", file, ...more);
const people = async () =>
  (await club.binding.prepare("SELECT id FROM users ORDER BY id").all<{ id: string }>()).results.map(
    ({ id }) => id,
  );

test("made-up diners answer every question and book, as many as there are chairs", async () => {
  const dinner = await openDinner(club, { capacity: 8 });
  const before = await desk.dump();
  expect((await desk.ops("demo", "--diners", "12", "--dry-run")).out).toContain("12 diners, of whom 8 book");
  expect(await desk.dump()).toBe(before);
  expect(await desk.json("demo", "--diners", "12")).toEqual({ diners: 12, booked: 8, dinner });
  expect(await seatsTaken(club, dinner)).toBe(8);
  const answers = club.binding.prepare("SELECT count(*) AS n FROM user_answers");
  const questions = club.binding.prepare("SELECT count(*) AS n FROM quiz_questions");
  expect(await answers.first("n")).toBe(12 * ((await questions.first<number>("n")) ?? 0));
  const { tables, standby } = await desk.json("match", "preview", dinner);
  expect(5 * tables.length + standby.length).toBe(8);
  expect((await desk.ops("demo", "--diners", "1")).code).toBe(4);
  expect(await desk.ops("demo", "--diners", "1", "--remote")).toEqual(
    refusal(4, "demo works on a local club alone: a deployed one has diners of its own."),
  );
});

test("a backup put back is the club as it was, but for who was erased since, and mails that may have been sent", async () => {
  await club.binding.exec("UPDATE outbox SET sent_at = 1 WHERE id <> (SELECT min(id) FROM outbox)");
  const [erased = "", kept = ""] = await people();
  const { rows } = await desk.json("backup", file);
  expect(rows).toBeGreaterThan(300);
  expect(readFileSync(file, "utf8")).not.toContain("token_hash");

  await desk.json("user", "erase", erased, "--yes");
  await manyDiners(club, 3);
  await club.binding.exec("INSERT INTO erasures (user_id, erased_at) VALUES ('long-gone', 1)");
  const before = await desk.dump();
  expect(await restore()).toEqual(
    refusal(4, "The club is not empty: say --force to put the backup in its place."),
  );
  expect((await restore("--force")).code).toBe(4);
  expect((await restore("--force", "--dry-run")).out).toMatch(
    /^Would put \d+ rows of .+ in place of all there is/,
  );
  expect(await desk.dump()).toBe(before);

  expect(await restore("--force", "--yes")).toMatchObject({ code: 0, err: "" });
  expect(await people()).toHaveLength(11);
  expect(await people()).toContain(kept);
  expect(await people()).not.toContain(erased);
  const { results } = await club.binding.prepare("SELECT user_id FROM erasures ORDER BY user_id").all();
  expect(results).toEqual(
    [{ user_id: erased }, { user_id: "long-gone" }].sort((a, b) => (a.user_id < b.user_id ? -1 : 1)),
  );
  const waiting = club.binding.prepare(
    "SELECT count(*) AS n FROM outbox WHERE sent_at IS NULL AND parked_at IS NULL",
  );
  expect(await waiting.first("n")).toBe(0);
  const again = await desk.dump();
  expect((await restore("--force", "--yes")).code).toBe(0);
  expect(await desk.dump()).toBe(again);
});

test("a file that is not whole, not ours, or of another day’s schema changes nothing", async () => {
  const before = await desk.dump();
  const whole = readFileSync(file, "utf8");
  const lines = whole.split("\n");
  for (const [content, sentence] of [
    ["", "is no backup of Öten"],
    ["PK\u0003\u0004", "is no backup of Öten"],
    [whole.slice(0, whole.length / 2), "is damaged"],
    [whole.replace('"first_name"', '"first_name) values (1); --"'), "Line"],
    [
      [lines[0]?.replace(/"migration":"[^"]+"/, '"migration":"0001"'), ...lines.slice(1)].join("\n"),
      "is at 0",
    ],
  ]) {
    const broken = join(desk.folder, "broken.oten");
    writeFileSync(broken, content ?? "");
    const { code, out, err } = await desk.ops("restore", broken, "--force", "--yes");
    expect([code, out]).toEqual([4, ""]);
    expect(err).toContain(sentence);
    expect(err.trim().split("\n")).toHaveLength(1);
  }
  expect((await desk.ops("restore", "/nowhere/x.oten")).code).toBe(3);
  for (const [args, sentence] of [
    [["backup", "/nowhere/x.oten"], "/nowhere/x.oten can’t be written: there is no such folder."],
    [["backup", `${file}/x.oten`], `${file}/x.oten can’t be written: a part of its path is no folder.`],
    [["restore", empty, "--force"], `${empty} can’t be read: it is a folder.`],
    [["mail", "preview", "reminder", "--html", empty], `${empty} can’t be written: it is a folder.`],
    [
      ["user", "export", (await people())[0] ?? "", "--to", empty],
      `${empty} can’t be written: it is a folder.`,
    ],
  ] as const) {
    expect(await desk.ops(...args)).toEqual(refusal(2, sentence));
  }
  expect(await ops(file, "event", "list")).toEqual(refusal(2, `${file} can’t be opened: it is no folder.`));
  expect((await desk.ops("backup", file)).code, "a backup that is there").toBe(4);
  const mistyped = await ops(join(empty, "mistyped"), "event", "list");
  expect([mistyped.code, existsSync(join(empty, "mistyped"))]).toEqual([3, false]);
  expect(await desk.dump()).toBe(before);
});

test("a restore killed in the middle has done all or nothing", async () => {
  await manyDiners(club, 4);
  const before = await people();
  const after = before.length - 4;
  const outcomes = new Set<number>();
  for (const patience of [150, 300, 450, 600]) {
    const args = ["app/cli/ops.mjs", "restore", file, "--force", "--yes", "--persist-to", desk.folder];
    const child = spawn(node, args, { cwd: root, stdio: "ignore" });
    const gone = new Promise((resolve) => child.on("close", resolve));
    setTimeout(() => child.kill("SIGKILL"), patience);
    await gone;
    outcomes.add((await people()).length);
  }
  expect([before.length, after]).toEqual(expect.arrayContaining([...outcomes]));
  expect(await club.binding.prepare("PRAGMA foreign_key_check").all()).toMatchObject({ results: [] });
  expect((await restore("--force", "--yes")).code).toBe(0);
  expect(await people()).toHaveLength(after);
});

test("a club that nobody serves is opened for the while, by one after the other, and takes a backup in", async () => {
  const listed = await Promise.all(
    ["venue", "event", "outbox"].map((noun) => ops(empty, noun, "list", "--json")),
  );
  expect(listed).toEqual([1, 2, 3].map(() => ({ code: 0, out: "[]\n", err: "" })));
  expect(await ops(empty, "restore", file)).toMatchObject({ code: 0, err: "" });
  const { out } = await ops(empty, "event", "list", "--json");
  expect(JSON.parse(out)).toHaveLength(1);
  expect(readdirSync(empty)).not.toContain("door.json");
});

test("what the desk writes while diners book through the running app is all there, and so are their seats", async () => {
  const dinners = await Promise.all(Array.from({ length: 20 }, () => openDinner(club)));
  const diners = await Promise.all(Array.from({ length: 6 }, () => newDiner(club)));
  const writes = Promise.all(
    Array.from({ length: 6 }, (_, i) => desk.ops("venue", "add", `While booking ${i}`, "Fő utca 1")),
  );
  for (const dinner of dinners) {
    const booked = await Promise.all(diners.map((diner) => book(diner, dinner)));
    expect(booked.filter(Boolean)).toHaveLength(6);
  }
  expect((await writes).map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  for (const dinner of dinners) expect(await seatsTaken(club, dinner)).toBe(6);
  const venues = club.binding.prepare("SELECT count(*) AS n FROM venues WHERE name LIKE 'While booking%'");
  expect(await venues.first("n")).toBe(6);
});
