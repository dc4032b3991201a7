import ical, { ICalEventStatus } from "ical-generator";
import { reservedName } from "#app/lib/account/person.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { privateFile } from "./responses.ts";

interface CalendarEvent {
  id: string;
  date: Date;
  sequence: number;
  confirmed: boolean;
  canceled: boolean;
  cityName: string;
  /** Null until the booking is confirmed, like the other facts of the table. */
  venue: { name: string; address: string } | null;
  tableNumber: number | null;
}

const eventDurationMs = 3 * hourMs;

/** The same UID with a higher sequence updates the entry in the calendar. */
export function calendarResponse(
  { id, date, sequence, confirmed, canceled, cityName, venue, tableNumber }: CalendarEvent,
  request: Request,
  now: Date,
): Response {
  const url = `${new URL(request.url).origin}/dashboard/bookings/${id}`;
  const calendar = ical({ prodId: { company: "Öten", product: "Öten" } });
  calendar.createEvent({
    id,
    sequence,
    stamp: now,
    start: date,
    end: new Date(date.getTime() + eventDurationMs),
    summary: "Dinner at Öten",
    description: tableNumber
      ? `Table ${tableNumber}, reserved for ${reservedName}. ${url}`
      : `We’ll tell you the restaurant with your table. ${url}`,
    location: venue ? { title: venue.name, address: venue.address } : cityName,
    url,
    status: canceled
      ? ICalEventStatus.CANCELLED
      : confirmed
        ? ICalEventStatus.CONFIRMED
        : ICalEventStatus.TENTATIVE,
  });
  return privateFile("dinner.ics", "text/calendar", `${calendar.toString()}\r\n`);
}
