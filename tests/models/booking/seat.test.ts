import { expect, test } from "vitest";
import { avoidances } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { seat } from "#app/models/booking/seat-transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvening } from "#tests/support/evenings.ts";
import { insertDinersWithAnswers } from "#tests/support/events.ts";

const club = openClub();

test.each([
  ["avoids somebody there", true],
  ["is avoided by somebody there", false],
])("a free seat is not given to who %s, also if they said so a moment ago", async (_, isTheirWish) => {
  const { eventId, tables } = await createEvening(club, [[4]]);
  const [table] = tables;
  const [userId = ""] = await insertDinersWithAnswers(club, 1);
  const bookingId = crypto.randomUUID();
  await club.db
    .insert(bookings)
    .values({ id: bookingId, userId, eventId, standby: true, standbyReason: "full", createdAt: new Date() });
  const give = () =>
    seat(club.db, {
      ...{
        bookingIds: [bookingId],
        fromTableId: null,
        shares: [],
        reason: "off standby",
        madeBy: "software",
      },
      ...{ tableId: table?.id ?? "", venueId: table?.venueId ?? "", now: new Date() },
    });
  const mateId = table?.guests[0]?.userId ?? "";
  const pair = isTheirWish ? { userId, otherId: mateId } : { userId: mateId, otherId: userId };
  await club.db.insert(avoidances).values({ ...pair, createdAt: new Date() });
  expect(await give()).toBe(false);
  await club.db.delete(avoidances);
  expect(await give()).toBe(true);
});
