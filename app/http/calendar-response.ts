import { calendarOf, type Entry } from "#app/lib/calendar.ts";

/** As a download that calendars open by themselves. */
export const calendarFile = (entry: Entry) =>
  new Response(calendarOf(entry), {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="dinner.ics"',
      "Cache-Control": "private, no-store",
    },
  });
