import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { node, root } from "#app/cli/project.mjs";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers } from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
const folder = mkdtempSync(join(tmpdir(), "oten-"));
const file = join(folder, "match-input.json");
afterAll(() => rmSync(folder, { recursive: true }));

let eventId = "";
let bookings: string[] = [];

beforeAll(async () => {
  eventId = await createEvent(club, { hoursFromNow: 100 });
  bookings = await bookForDiners(club, await insertDinersWithAnswers(club, 7), eventId);
});

const verify = (...args: string[]) => {
  try {
    return execFileSync(node, ["app/cli/match.ts", "--verify", ...args], { cwd: root, encoding: "utf8" });
  } catch (error) {
    return String((error as { stderr: string }).stderr);
  }
};

test("match export writes a file that match --verify confirms, and refuses a record that was changed", async () => {
  expect((await ops.run("match", "export", eventId, file)).code).toBe(4);
  expect((await ops.run("match", "run", eventId, "--yes")).code).toBe(0);
  const { seatingHash, resultHash } = await ops.json("match", "export", eventId, file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await ops.run("match", "export", eventId, file)).toEqual(
    failure(4, `${file} already exists: choose another name, or add --force to replace it.`),
  );
  writeFileSync(file, "mine");
  await ops.json("match", "export", eventId, file, "--force");
  expect(verify(file, seatingHash)).toContain("This is the seating the matcher gives.");
  expect(verify(file, "0".repeat(32))).toContain("This is not the seating");
  expect(verify(file, resultHash)).toContain("This is the seating the matcher gives, and every hash fits.");
  expect(verify(file, "0".repeat(64))).toContain("This is the record of another result.");

  const matchInput = JSON.parse(readFileSync(file, "utf8"));
  // Changing only one diner's answer may change nothing, because that diner may be on standby.
  for (const [i, diner] of matchInput.diners.entries()) diner.answers[2] = [i % 2 === 0 ? 1 : 10];
  writeFileSync(file, JSON.stringify(matchInput));
  expect(verify(file, seatingHash)).toContain("This is not the seating");
  matchInput.record.entries[0].relations = '{"avoid":[],"met":[]} ';
  writeFileSync(file, JSON.stringify(matchInput));
  expect(verify(file, resultHash)).toContain("The record does not fit its hashes.");
  const { record, ...withoutRecord } = matchInput;
  writeFileSync(file, JSON.stringify(withoutRecord));
  expect(verify(file, resultHash)).toContain("record: Invalid input");
  expect((await ops.run("match", "export", eventId, join(folder, "no", "such", "folder"))).code).toBe(2);

  await club.binding.exec(
    "UPDATE entry_keys SET key = 'AAAAAAAAAAAAAAAAAAAAAA' WHERE rowid = (SELECT min(rowid) FROM entry_keys)",
  );
  const { code, err } = await ops.run("match", "export", eventId, join(folder, "changed.json"));
  expect([code, err]).toEqual([4, expect.stringContaining("was changed after the tables were made")]);
});

test("user erase leaves a change in the match record, and no data of the diner", async () => {
  const { tables, changes } = await ops.json("match", "show", eventId);
  expect(changes).toEqual([]);
  const seated: { userId: string; bookingId: string }[] = tables[0].diners;
  const { userId = "", bookingId = "" } = seated.find((diner) => diner.bookingId !== bookings[0]) ?? {};
  await ops.json("user", "erase", `${userId}@x.y`, "--yes");
  const after = await ops.json("match", "show", eventId);
  expect(after.tables[0].diners).toHaveLength(4);
  expect(after.changes).toEqual([
    { at: expect.any(String), madeBy: "operator", what: "A booking at table 1 was removed by the club." },
  ]);
  const { results } = await club.binding.prepare("SELECT * FROM table_changes").all();
  expect(results).toHaveLength(1);
  expect(JSON.stringify(results)).not.toContain(userId);
  expect(await ops.dumpRows()).not.toMatch(new RegExp(`${userId}@x.y|${bookingId}`));
});
