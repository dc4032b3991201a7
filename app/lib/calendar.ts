import ical, { ICalEventStatus } from "ical-generator";

export interface CalendarEvent {
  id: string;
  url: string;
  date: Date;
  now: Date;
  sequence: number;
  confirmed: boolean;
  canceled: boolean;
  locationName: string;
  locationAddress: string;
}

const eventDurationMs = 3 * 3_600_000;

/** The same UID with a higher sequence updates the entry in the calendar. */
export function toCalendarFile({
  id,
  url,
  date,
  now,
  sequence,
  confirmed,
  canceled,
  locationName,
  locationAddress,
}: CalendarEvent): string {
  const calendar = ical({ prodId: { company: "Öten", product: "Öten" } });
  calendar.createEvent({
    id,
    sequence,
    stamp: now,
    start: date,
    end: new Date(date.getTime() + eventDurationMs),
    summary: "Dinner at Öten",
    description: `A table of five. ${url}`,
    location: { title: locationName, address: locationAddress },
    url,
    status: canceled
      ? ICalEventStatus.CANCELLED
      : confirmed
        ? ICalEventStatus.CONFIRMED
        : ICalEventStatus.TENTATIVE,
  });
  return `${calendar.toString()}\r\n`;
}
