import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { node, root } from "#app/cli/prepare.mjs";
import { deposits } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";
import { bookGuests, guestsWithAnswers, openDinner } from "#tests/support/events.ts";
import { openDesk } from "#tests/support/ops.ts";

// Each command is a process of its own, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const club = openClub();
const desk = openDesk(club);
const folder = mkdtempSync(join(tmpdir(), "oten-"));
const file = join(folder, "night.json");
afterAll(() => rmSync(folder, { recursive: true }));

let dinner = "";
let bookings: string[] = [];

beforeAll(async () => {
  dinner = await openDinner(club, { inHours: 100 });
  bookings = await bookGuests(club, await guestsWithAnswers(club, 7), dinner);
});

const verify = (...given: string[]) => {
  try {
    return execFileSync(node, ["app/cli/match.ts", "--verify", ...given], { cwd: root, encoding: "utf8" });
  } catch (error) {
    return String((error as { stderr: string }).stderr);
  }
};

test("a night goes to whoever wants to seat it again, and they get the same tables", async () => {
  expect((await desk.ops("match", "export", dinner, file)).code).toBe(4);
  expect((await desk.ops("match", "run", dinner, "--yes")).code).toBe(0);
  const { resultHash } = await desk.json("match", "export", dinner, file);
  expect(verify(file, resultHash)).toContain("This is the seating the matcher gives.");
  expect(verify(file, "0".repeat(32))).toContain("This is not the seating");

  const night = JSON.parse(readFileSync(file, "utf8"));
  // Everyone's, as whoever stands by changes nothing by another answer.
  for (const [i, diner] of night.diners.entries()) diner.answers[2] = [i % 2 === 0 ? 1 : 10];
  writeFileSync(file, JSON.stringify(night));
  expect(verify(file, resultHash)).toContain("This is not the seating");
  expect((await desk.ops("match", "export", dinner, join(folder, "no", "such", "folder"))).code).toBe(2);

  await club.binding.exec(
    "UPDATE match_entries SET entry = '{}' WHERE rowid = (SELECT min(rowid) FROM match_entries)",
  );
  const touched = await desk.ops("match", "export", dinner, file);
  expect([touched.code, touched.err]).toEqual([4, expect.stringContaining("touched")]);
});

test("who is erased by hand leaves a line in the night’s receipt, and no word of themselves", async () => {
  const { tables, changes } = await desk.json("match", "show", dinner);
  expect(changes).toEqual([]);
  const seated: { userId: string; bookingId: string }[] = tables[0].diners;
  const { userId = "", bookingId = "" } = seated.find((one) => one.bookingId !== bookings[0]) ?? {};
  await desk.json("user", "erase", `${userId}@x.y`, "--yes");
  const after = await desk.json("match", "show", dinner);
  expect(after.tables[0].diners).toHaveLength(4);
  expect(after.changes).toEqual([{ at: expect.any(String), what: "A booking was removed by the club." }]);
  const { results: left } = await club.binding.prepare("SELECT * FROM operator_changes").all();
  expect(left).toHaveLength(1);
  expect(JSON.stringify(left)).not.toContain(userId);
  expect(await desk.rows()).not.toMatch(new RegExp(`${userId}@x.y|${bookingId}`));
});

test("deposits are listed, and one is given back once", async () => {
  await club.db.insert(deposits).values({
    id: "paid-one",
    bookingId: bookings[0],
    amount: 3_000,
    state: "paid",
    origin: "https://oten.example",
    paymentId: "pi_1",
    dueAt: new Date(),
    createdAt: new Date(),
    paidAt: new Date(),
  });
  await club.binding.exec(
    "INSERT INTO ledger (deposit_id, kind, amount, at) VALUES ('paid-one', 'opened', 0, 1), ('paid-one', 'paid', 3000, 2)",
  );
  expect(await desk.json("deposit", "list", "--state", "paid")).toMatchObject([{ id: "paid-one" }]);
  expect(await desk.json("deposit", "list", "--parked")).toEqual([]);
  expect((await desk.ops("deposit", "list")).out).toContain("3000 HUF");
  expect((await desk.ops("deposit", "list", "--state", "lost")).code).toBe(2);
  expect((await desk.ops("deposit", "refund", "nobody", "--yes")).code).toBe(3);

  const before = await desk.dump();
  expect((await desk.ops("deposit", "refund", "paid", "--dry-run")).code).toBe(0);
  expect((await desk.ops("deposit", "refund", "paid")).code).toBe(4);
  expect(await desk.dump()).toBe(before);
  expect(await desk.json("deposit", "refund", "paid", "--yes")).toEqual({ id: "paid-one" });
  expect((await desk.ops("deposit", "refund", "paid", "--yes")).code).toBe(4);
  expect(await desk.json("deposit", "list", "--state", "refunding")).toMatchObject([{ cause: "by-hand" }]);
});
