import { asc, eq, sql } from "drizzle-orm";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { tablesOfHost, walkInNames } from "#app/db/conditions.ts";
import { nameAtDinner } from "#app/db/dinner-facts.ts";
import { profiles, users } from "#app/db/schema/account.ts";
import { attendanceReports, headCounts, lateNotes } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { hostLinks, hostMessages } from "#app/db/schema/host.ts";
import { userAnswers } from "#app/db/schema/quiz.ts";
import { sheets } from "#app/db/schema/sheet.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { tellApart } from "#app/lib/account/tell-apart.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { countTableNeeds, isNeedAnswer, selectNeedQuestions } from "#app/models/booking/table-needs.ts";
import { arrivalColumns } from "#app/models/event/evening.server.ts";

/** Everything that a host sees: one venue, with first names only. Undefined if the link was revoked. */
export function readHostPage(db: Database, linkId: string) {
  const ofHost = tablesOfHost(linkId);
  const canceledLate = sql`${bookings.canceled} = 1 and ${bookings.canceledByClub} = 0
    and ${bookings.canceledAt} >= ${events.date} - ${eventTimes.eveningBeginsBeforeMs}`;
  return batchedRead(
    [
      db
        .select({
          date: events.date,
          canceledAt: events.canceledAt,
          attendanceDecidedAt: events.attendanceDecidedAt,
          cityName: sql<string>`${cities.name}`.as("city_name"),
          timeZone: cities.timeZone,
          venueName: venues.name,
          notes: venues.notes,
          answer: sheets.answer,
          savedAt:
            sql<Date | null>`(select max(r.at) from ${attendanceReports} r join ${bookings} b on b.id = r.booking_id
            where r.source = 'host' and b.table_id in ${ofHost})`
              .mapWith(attendanceReports.at)
              .as("saved_at"),
        })
        .from(hostLinks)
        .innerJoin(events, eq(events.id, hostLinks.eventId))
        .innerJoin(cities, eq(cities.id, events.cityId))
        .innerJoin(venues, eq(venues.id, hostLinks.venueId))
        .leftJoin(
          sheets,
          sql`${sheets.eventId} = ${hostLinks.eventId} and ${sheets.venueId} = ${hostLinks.venueId}`,
        )
        .where(sql`${hostLinks.id} = ${linkId} and ${hostLinks.revokedAt} is null`),
      db
        .select({
          id: tables.id,
          number: tables.number,
          closedAt: tables.closedAt,
          closedToNewcomersAt: tables.closedToNewcomersAt,
          walkIns: walkInNames.as("walk_ins"),
          counted: headCounts.here,
        })
        .from(tables)
        .leftJoin(headCounts, eq(headCounts.tableId, tables.id))
        .where(sql`${tables.id} in ${ofHost}`)
        .orderBy(asc(tables.number)),
      db
        .select({ ...arrivalColumns, canceled: bookings.canceled })
        .from(bookings)
        .innerJoin(events, eq(events.id, bookings.eventId))
        .innerJoin(profiles, eq(profiles.id, bookings.userId))
        .innerJoin(users, eq(users.id, bookings.userId))
        .leftJoin(lateNotes, eq(lateNotes.bookingId, bookings.id))
        .where(
          sql`${bookings.tableId} in ${ofHost} and ${bookings.confirmed} = 1
            and (${bookings.canceled} = 0 or (${canceledLate}))`,
        )
        .orderBy(asc(nameAtDinner), asc(bookings.id)),
      selectNeedQuestions(db),
      db
        .select({
          tableId: bookings.tableId,
          questionId: userAnswers.questionId,
          answerIds: userAnswers.answerIds,
        })
        .from(bookings)
        .innerJoin(userAnswers, eq(userAnswers.userId, bookings.userId))
        .where(
          sql`${bookings.tableId} in ${ofHost} and ${bookings.confirmed} = 1 and ${bookings.canceled} = 0
            and ${isNeedAnswer}`,
        ),
      db
        .select({ text: hostMessages.text, sentAt: hostMessages.sentAt })
        .from(hostMessages)
        .innerJoin(hostLinks, eq(hostLinks.id, hostMessages.linkId))
        .where(
          sql`(${hostLinks.eventId}, ${hostLinks.venueId}) in (select own.event_id, own.venue_id
            from ${hostLinks} own where own.id = ${linkId})`,
        )
        .orderBy(asc(hostMessages.sentAt)),
      // Since the venue dropped out.
      db
        .select({
          bookingId: bookings.id,
          firstName: nameAtDinner.as("name_at_dinner"),
          lastName: users.lastName,
          canceled: bookings.canceled,
          tableNumber: tables.number,
          newVenueName: sql<string | null>`${venues.name}`.as("new_venue_name"),
        })
        .from(hostLinks)
        .innerJoin(bookings, eq(bookings.eventId, hostLinks.eventId))
        .innerJoin(profiles, eq(profiles.id, bookings.userId))
        .innerJoin(users, eq(users.id, bookings.userId))
        .leftJoin(tables, eq(tables.id, bookings.tableId))
        .leftJoin(venues, eq(venues.id, tables.venueId))
        .where(sql`${hostLinks.id} = ${linkId} and ${bookings.leftVenueId} = ${hostLinks.venueId}`)
        .orderBy(sql`${tables.number} is null`, asc(venues.name), asc(tables.number), asc(nameAtDinner)),
    ],
    ([[event], venueTables, diners, questions, answers, messages, left]) => {
      if (!event) return undefined;
      const answersByTable = Map.groupBy(answers, ({ tableId }) => tableId);
      const names = tellApart(diners);
      const dinersByTable = Map.groupBy(diners, ({ tableId }) => tableId);
      const leftNames = tellApart(left);
      return {
        event,
        left: left.map((diner) => ({
          firstName: leftNames.get(diner) ?? "",
          place: diner.tableNumber ? `${diner.newVenueName}, table ${diner.tableNumber}` : null,
        })),
        messages,
        tables: venueTables.map((table) => ({
          ...table,
          // Without what says who they are elsewhere.
          diners: (dinersByTable.get(table.id) ?? []).map((diner) => ({
            bookingId: diner.bookingId,
            firstName: names.get(diner) ?? "",
            canceled: diner.canceled,
            lateMinutes: diner.lateMinutes,
            phone: diner.phone,
            saidByHost: diner.saidByHost,
            saidByOperator: diner.saidByOperator,
            hereByOthers: diner.hereByOthers,
          })),
          ...countTableNeeds(questions, answersByTable.get(table.id) ?? []),
        })),
      };
    },
  );
}

export type HostPage = NonNullable<ReturnType<ReturnType<typeof readHostPage>["toResult"]>>;
export type HostTable = HostPage["tables"][number];
