import { type CalendarEvent, toCalendarFile } from "./calendar.ts";

export const calendarResponse = (entry: CalendarEvent) =>
  new Response(toCalendarFile(entry), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="dinner.ics"',
      "Cache-Control": "private, no-store",
    },
  });
