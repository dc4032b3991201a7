import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from "ical-generator";
import { hourMs, secondMs } from "#app/lib/time-units.ts";
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

interface Written {
  origin: string;
  /** Of two versions with one sequence, calendars take the one with the later time. */
  stamp: Date;
}

const eventDurationMs = 3 * hourMs;
const refreshSeconds = hourMs / secondMs;

const createCalendar = () => ical({ prodId: { company: club.name, product: club.name } });

const toText = (calendar: ReturnType<typeof ical>) => `${calendar.toString()}\r\n`;

/** The same UID with a higher sequence updates the entry in the calendar. */
function toEvent(entry: CalendarEntry, { origin, stamp }: Written): ICalEventData {
  const { id, date, sequence, confirmed, canceled, cityName, venue, tableNumber } = entry;
  const url = `${origin}/dashboard/bookings/${id}`;
  return {
    id,
    sequence,
    stamp,
    start: date,
    end: new Date(date.getTime() + eventDurationMs),
    summary: `Dinner at ${club.name}`,
    description: tableNumber
      ? `Table ${tableNumber}, reserved for ${club.name}. ${url}`
      : `We’ll tell you the restaurant with your table. ${url}`,
    location: venue ? { title: venue.name, address: venue.address } : cityName,
    url,
    status: canceled
      ? ICalEventStatus.CANCELLED
      : confirmed
        ? ICalEventStatus.CONFIRMED
        : ICalEventStatus.TENTATIVE,
  };
}

export function writeCalendarFile(entry: CalendarEntry, written: Written): string {
  const calendar = createCalendar();
  calendar.createEvent(toEvent(entry, written));
  return toText(calendar);
}

/** For calendar apps, which read it again every hour. */
export function writeCalendarFeed(entries: readonly CalendarEntry[], written: Written): string {
  const calendar = createCalendar().name(club.name).ttl(refreshSeconds);
  for (const entry of entries) calendar.createEvent(toEvent(entry, written));
  return toText(calendar);
}

interface People {
  organizer: string;
  attendee: string;
}

/** A mail program puts it into the calendar, changes it there, or takes it out (RFC 5546). */
export function writeInvitation(entry: CalendarEntry, { organizer, attendee }: People, written: Written) {
  const method = entry.canceled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = createCalendar().method(method);
  calendar.createEvent({
    ...toEvent(entry, written),
    organizer: { name: club.name, email: organizer },
    attendees: [{ email: attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
  });
  return { method, text: toText(calendar) };
}
