import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { assertDistinctColumns } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

test("refuses a batched query with two columns of one name, because D1 returns only one of them", async () => {
  const query = club.db
    .select({ user: users.id, booking: bookings.id })
    .from(bookings)
    .innerJoin(users, sql`1`);
  expect(() => assertDistinctColumns(query)).toThrow("Two columns of a batched query are named id");
  expect(() => club.db.batch([query])).toThrow("give one an alias");
});
