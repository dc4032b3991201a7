import { type CalendarEvent, toCalendarFile } from "./calendar.ts";
import { privateFile } from "./responses.ts";

export const calendarResponse = (entry: CalendarEvent) =>
  privateFile("dinner.ics", "text/calendar", toCalendarFile(entry));
