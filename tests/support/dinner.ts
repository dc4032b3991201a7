import { sql } from "drizzle-orm";
import { hostLinks } from "#app/db/schema/host.ts";
import type { Club } from "./club.ts";
import { bookForDiners, createEvent, insertDiners, seatTogether, venueOf } from "./events.ts";
import { startSession } from "./seated-diners.ts";

export interface DinerAtTable {
  name: string;
  userId: string;
  bookingId: string;
  email: string;
  cookie: string;
  /** The dinner's page. */
  open(search?: string): Promise<Response>;
  /** Sends a form of the dinner's page. */
  say(fields: Record<string, string> | [string, string][]): Promise<Response>;
}

const names = ["Anna", "Bea", "Cili", "Dani", "Ede"];

/** A table of five diners who are signed in, at an event that begins in so many minutes. */
export async function seatDinner(club: Club, startsInMinutes: number) {
  const eventId = await createEvent(club);
  const userIds = await insertDiners(club, names.length);
  const bookingIds = await bookForDiners(club, userIds, eventId);
  for (const [i, userId] of userIds.entries())
    await club.db.run(sql`UPDATE profiles SET first_name = ${names[i]} WHERE id = ${userId}`);
  await seatTogether(club, eventId, bookingIds);
  await startIn(club, eventId, startsInMinutes);
  const diners = await Promise.all(
    userIds.map(async (userId, i): Promise<DinerAtTable> => {
      const cookie = await startSession(club, { userId });
      const bookingId = bookingIds[i] ?? "";
      const path = `/dashboard/bookings/${bookingId}`;
      const headers = { Cookie: cookie };
      return {
        name: names[i] ?? "",
        userId,
        bookingId,
        email: `${userId}@x.y`,
        cookie,
        open: (search = "") => club.fetch(path + search, { headers }),
        say: (fields) => club.fetch(path, { method: "POST", headers, body: new URLSearchParams(fields) }),
      };
    }),
  );
  const [anna, bea, cili, dani, ede] = diners as [
    DinerAtTable,
    DinerAtTable,
    DinerAtTable,
    DinerAtTable,
    DinerAtTable,
  ];
  return { eventId, diners, anna, bea, cili, dani, ede };
}

/** Moves the event; a negative number of minutes means that it has begun. */
export const startIn = (club: Club, eventId: string, minutes: number) =>
  club.db.run(
    sql`UPDATE events SET date = ${Date.now() + minutes * 60_000}, closes_at = 0 WHERE id = ${eventId}`,
  );

/** Returns the address of a new host link of the event's venue. */
export async function addHostLink(club: Club, eventId: string, revokedAt?: Date): Promise<string> {
  const email = `host-${crypto.randomUUID()}@restaurant.example`;
  await club.db
    .insert(hostLinks)
    .values({ eventId, venueId: venueOf(eventId), email, createdAt: new Date(), revokedAt });
  return email;
}

/** How many emails of a kind are written, by who gets them, without those that were no longer true when they were due. */
export async function countEmails(club: Club, kind: string): Promise<Record<string, number>> {
  const rows = await club.db.all<{ to: string; n: number }>(
    sql`select "to", count(*) as n from outbox where kind = ${kind} and expired_at is null group by "to"`,
  );
  return Object.fromEntries(rows.map(({ to, n }) => [to, n]));
}
