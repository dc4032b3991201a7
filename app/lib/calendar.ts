import ical, { ICalEventStatus } from "ical-generator";

export interface Entry {
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

const dinnerLasts = 3 * 3_600_000;

/** A dinner for a calendar: one UID for its whole life, and a sequence that rises, so that a second file updates the first. */
export function calendarOf({
  id,
  url,
  date,
  now,
  sequence,
  confirmed,
  canceled,
  locationName,
  locationAddress,
}: Entry): string {
  const calendar = ical({ prodId: { company: "Öten", product: "Öten" } });
  calendar.createEvent({
    id,
    sequence,
    stamp: now,
    start: date,
    end: new Date(date.getTime() + dinnerLasts),
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
