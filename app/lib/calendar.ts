import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";

interface Entry {
  id: string;
  host: string;
  url: string;
  date: Date;
  createdAt: Date;
  sequence: number;
  canceled: boolean;
  locationName: string;
  locationAddress: string;
}

const dinnerLasts = 3 * 3_600_000;

/** A dinner for a calendar: one UID for its whole life, and a sequence that rises, so that a second file updates the first. */
export function calendarOf({
  id,
  host,
  url,
  date,
  createdAt,
  sequence,
  canceled,
  locationName,
  locationAddress,
}: Entry): string {
  const calendar = ical({ prodId: { company: "Öten", product: "Öten" }, method: ICalCalendarMethod.PUBLISH });
  calendar.createEvent({
    id: `${id}@${host}`,
    sequence,
    stamp: createdAt,
    start: date,
    end: new Date(date.getTime() + dinnerLasts),
    summary: "Dinner at Öten",
    description: `A table of five. ${url}`,
    location: { title: locationName, address: locationAddress },
    url,
    status: canceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}
