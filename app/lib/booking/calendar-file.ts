import ical, { type ICalCalendarData, type ICalEventData, ICalEventStatus } from "ical-generator";
import { hourMs } from "#app/lib/time-units.ts";
import { club } from "#club";

export interface CalendarEntry {
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

export type CalendarKind = Pick<ICalCalendarData, "method" | "name" | "ttl">;

interface Written extends CalendarKind {
  origin: string;
  /** Of two versions with one sequence, calendars take the one with the later time. */
  stamp: Date;
  people?: Pick<ICalEventData, "organizer" | "attendees">;
}

const eventDurationMs = 3 * hourMs;

/** The same UID with a higher sequence updates the entry in the calendar. */
export function writeCalendar(entries: CalendarEntry[], { origin, stamp, people, ...kind }: Written): string {
  const calendar = ical({ prodId: { company: club.name, product: club.name }, ...kind });
  for (const { id, date, sequence, confirmed, canceled, cityName, venue, tableNumber } of entries) {
    const url = `${origin}/dashboard/bookings/${id}`;
    calendar.createEvent({
      ...{ id, sequence, stamp, start: date, url, ...people },
      end: new Date(date.getTime() + eventDurationMs),
      summary: `Dinner at ${club.name}`,
      description: tableNumber
        ? `Table ${tableNumber}, reserved for ${club.name}. ${url}`
        : `We’ll tell you the restaurant with your table. ${url}`,
      location: venue ? { title: venue.name, address: venue.address } : cityName,
      status: canceled
        ? ICalEventStatus.CANCELLED
        : confirmed
          ? ICalEventStatus.CONFIRMED
          : ICalEventStatus.TENTATIVE,
    });
  }
  return `${calendar.toString()}\r\n`;
}
