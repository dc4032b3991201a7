import ICAL from "ical.js";
import { convertIcsCalendar } from "ts-ics";
import { expect } from "vitest";

export type ReadEntry = ReturnType<typeof readCalendar>["entries"][number];

/** What two parsers, which have nothing in common, both read in a calendar file. */
export function readCalendar(text: string) {
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const entries = calendar.getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    const addresses = [event.organizer, ...event.attendees.map((each) => each.getFirstValue())];
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue("status")),
      startMs: event.startDate.toJSDate().getTime(),
      location: event.location,
      people: addresses.flatMap((address) => (address ? [String(address).replace(/^mailto:/i, "")] : [])),
    };
  });
  const method = calendar.getFirstPropertyValue("method")?.toString();
  const other = convertIcsCalendar(undefined, text);
  const others = (other.events ?? []).map(
    ({ uid, sequence = 0, status, start, location, organizer, attendees }) => ({
      ...{ uid, sequence, status, startMs: start.date.getTime(), location },
      people: [organizer, ...(attendees ?? [])].flatMap((each) => each?.email ?? []),
    }),
  );
  expect([other.method, others]).toEqual([method, entries]);
  return { method, entries };
}
