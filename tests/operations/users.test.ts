import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

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
  expect((await ops.spawn("user", "export", diner.email, "--to", file)).code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const exported = JSON.parse(readFileSync(file, "utf8"));
  expect(exported.account.email).toBe(diner.email);
  expect(exported.account.photo).toBe(`data:image/png;base64,${btoa("a photo")}`);
  expect(await ops.json("user", "export", diner.email)).toEqual(exported);

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
