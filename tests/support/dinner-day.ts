import { sql } from "drizzle-orm";
import type { Club } from "./club.ts";
import type { DinerAtTable } from "./dinner.ts";
import { parsePage, readText } from "./html.ts";

/** What stands under the face of a diner, on the page of one of them. */
export async function readState(viewer: DinerAtTable, name: string): Promise<string | undefined> {
  const page = await parsePage(await viewer.open());
  const items = page.querySelectorAll('ul[aria-label="Your table"] li');
  const state = items
    .map(readText)
    .find((text) => text.includes(name))
    ?.split(name)
    .at(-1)
    ?.trim();
  return state === "" && readText(page).includes("Everybody is expected.") ? "expected" : state;
}

/** As the database has it. */
export const reportRow = (booking: DinerAtTable, source: string, by: DinerAtTable, came: number) => ({
  booking_id: booking.bookingId,
  source,
  reported_by: by.bookingId,
  came,
});

/** What was said about the diners of a table. */
export async function reportsOf(club: Club, { diners }: { diners: DinerAtTable[] }) {
  const results = await club.db.all<ReturnType<typeof reportRow>>(
    sql`SELECT booking_id, source, reported_by, came FROM attendance_reports ORDER BY source, booking_id`,
  );
  return results.filter(({ booking_id }) => diners.some(({ bookingId }) => bookingId === booking_id));
}

export const reportByHost = (club: Club, { bookingId }: DinerAtTable, came: number) =>
  club.db.run(
    sql`INSERT INTO attendance_reports (booking_id, source, reported_by, came, at) VALUES (${bookingId}, 'host', ${bookingId}, ${came}, 0)`,
  );

/** One email for each of the others. */
export const others = (diners: DinerAtTable[], ...without: DinerAtTable[]) =>
  Object.fromEntries(diners.filter((diner) => !without.includes(diner)).map(({ email }) => [email, 1]));
