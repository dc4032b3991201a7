import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { attendanceByReports } from "#app/db/conditions.ts";
import { attendanceReports } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvening } from "#tests/support/evenings.ts";

const club = openClub();

const words = [null, true, false] as const;

/** What is said of one diner: null is nothing. */
interface Reports {
  operator: boolean | null;
  host: boolean | null;
  hasCheckedIn: boolean;
  missedBy: number;
}

/** The rule of docs/decisions/0027-who-came.md in other words. */
function expectAttendance({
  operator,
  host,
  hasCheckedIn,
  missedBy,
}: Reports): "attended" | "no-show" | null {
  if (operator !== null) return operator ? "attended" : "no-show";
  if (host === true) return "attended";
  if (host === false) return hasCheckedIn && missedBy === 0 ? "attended" : "no-show";
  return hasCheckedIn ? "attended" : null;
}

const cases = words.flatMap((operator) =>
  words.flatMap((host) =>
    [false, true].flatMap((hasCheckedIn) =>
      [0, 1, 2, 4].map((missedBy): Reports => ({ operator, host, hasCheckedIn, missedBy })),
    ),
  ),
);

test("the rule says for each combination of reports who came", async () => {
  const { guests } = await createEvening(club, [[5]]);
  const [{ bookingId }, ...mates] = guests as [(typeof guests)[0], ...typeof guests];
  const at = new Date();
  const wrong: object[] = [];
  for (const reports of cases) {
    const { operator, host, hasCheckedIn, missedBy } = reports;
    const own = (source: "operator" | "host" | "diner", came: boolean | null) =>
      came === null ? [] : [{ bookingId, source, reportedBy: bookingId, came, at }];
    const rows = [
      ...own("operator", operator),
      ...own("host", host),
      ...own("diner", hasCheckedIn || null),
      ...mates
        .slice(0, missedBy)
        .map((mate) => ({ bookingId, source: "mate" as const, reportedBy: mate.bookingId, came: false, at })),
    ];
    await club.db.delete(attendanceReports);
    if (rows.length > 0) await club.db.insert(attendanceReports).values(rows);
    const [found] = await club.db
      .select({ attendance: attendanceByReports.as("by_reports") })
      .from(bookings)
      .where(eq(bookings.id, bookingId));
    if (found?.attendance !== expectAttendance(reports)) wrong.push({ ...reports, found });
  }
  expect(cases).toHaveLength(72);
  expect(wrong).toEqual([]);
});

test("nobody is a no-show by the word of table-mates alone", () => {
  const byMates = cases.filter(({ operator, host }) => operator === null && host === null);
  expect(byMates).toHaveLength(8);
  expect(byMates.map(expectAttendance)).not.toContain("no-show");
});
