import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { signInAttempts } from "#app/db/schema/account.ts";
import { venues } from "#app/db/schema/venue.ts";
import { insertRows, insertWhere } from "#app/db/statements.ts";
import { openClub } from "#tests/support/club.ts";
import { addTestCity, newVenue } from "#tests/support/events.ts";

const club = openClub();

test("inserts a row with the schema's defaults where the condition holds, and none where it doesn't", async () => {
  await addTestCity(club);
  const venue = newVenue("kept", { diets: [1, 3] });
  await insertWhere(club.db, venues, venue, sql`1 = 1`);
  await insertWhere(club.db, venues, { ...venue, id: "refused" }, sql`1 = 0`);
  const unknown = { district: null, phone: null, photo: null, onFoot: null, email: null, notes: null };
  const usual = { stepFree: false, language: "en", tableNumbers: [], sheetFacts: expect.any(Array) };
  expect(await club.db.select().from(venues)).toEqual([{ ...unknown, ...usual, ...venue }]);
});

test("inserts many rows unchanged, also values that look like SQL or JSON", async () => {
  const at = new Date(1_700_000_000_000);
  const emails = ["'; drop table users; --", '{"a":[1]}', "null", "ő\u0000ű", "%s {x}"];
  const statements = insertRows(
    club.db,
    signInAttempts,
    emails.map((email) => ({ email, at })),
  );
  await club.db.batch(statements);
  const stored = await club.db
    .select({ email: signInAttempts.email, at: signInAttempts.at })
    .from(signInAttempts);
  expect(stored).toEqual(emails.map((email) => ({ email, at })));
});

test("inserts no row from an empty list", async () => {
  expect(insertRows(club.db, signInAttempts, [])).toEqual([]);
});
