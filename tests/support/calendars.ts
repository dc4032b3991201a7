import ICAL from "ical.js";
import { convertIcsCalendar } from "ts-ics";
import { expect } from "vitest";

export interface ReadEntry {
  uid: string;
  sequence: number;
  stampMs: number;
  status: string;
  startMs: number;
  endMs: number;
  location: string;
  organizer: string | undefined;
  attendees: string[];
}

/** What two parsers, which have nothing in common, both read in a calendar file. */
export function readCalendar(text: string) {
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll("\r\n", "")).not.toContain("\n");
  const calendar = new ICAL.Component(ICAL.parse(text));
  const method = calendar.getFirstPropertyValue("method")?.toString();
  const withoutScheme = (address: unknown) => String(address).replace(/^mailto:/i, "");
  const entries = calendar.getAllSubcomponents("vevent").map((component): ReadEntry => {
    const event = new ICAL.Event(component);
    const stamp = component.getFirstPropertyValue("dtstamp") as ICAL.Time;
    return {
      uid: event.uid,
      sequence: event.sequence,
      stampMs: stamp.toJSDate().getTime(),
      status: String(component.getFirstPropertyValue("status")),
      startMs: event.startDate.toJSDate().getTime(),
      endMs: event.endDate.toJSDate().getTime(),
      location: event.location,
      organizer: event.organizer ? withoutScheme(event.organizer) : undefined,
      attendees: event.attendees.map((attendee) => withoutScheme(attendee.getFirstValue())),
    };
  });
  const other = convertIcsCalendar(undefined, text);
  expect(other.method).toBe(method);
  expect(
    (other.events ?? []).map(
      (event): ReadEntry => ({
        uid: event.uid,
        sequence: event.sequence ?? 0,
        stampMs: event.stamp.date.getTime(),
        status: event.status ?? "",
        startMs: event.start.date.getTime(),
        endMs: event.end?.date.getTime() ?? 0,
        location: event.location ?? "",
        organizer: event.organizer?.email,
        attendees: (event.attendees ?? []).map(({ email }) => email),
      }),
    ),
  ).toEqual(entries);
  return { method, entries };
}
