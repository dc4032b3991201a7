import { Timeline, type TimelineStop } from "#app/components/timeline.tsx";
import type { BookingView } from "./describe-booking.server.ts";

/** The way to the table, as far as it is known. */
export function BookingTimeline({ booking, isWide }: { booking: BookingView; isWide?: boolean }) {
  return <Timeline stops={listStops(booking)} isWide={isWide} />;
}

function listStops(booking: BookingView): TimelineStop[] {
  const { date, time, bookedOn, tablesMadeOn, tablesMadeAt, freeUntil, standby } = booking;
  const dinner: TimelineStop = { kind: "dinner", title: "Dinner", text: `${date}, ${time}` };
  if (standby)
    return [
      { kind: "on standby", title: "Tables were made", text: tablesMadeOn },
      {
        kind: "today",
        title: "Today",
        text: standby.answersPath ? "No restaurant suits you" : "We look for a seat",
      },
      {
        kind: "standby ends",
        title: standby.answersPath ? "Standby ends" : "We stop looking",
        text: standby.until,
      },
      dinner,
    ];
  const isFree = freeUntil !== null;
  const booked: TimelineStop = { kind: "booked", title: "Booked", text: bookedOn, isFree };
  if (booking.place)
    return [
      booked,
      { kind: "tables made", title: "Your table was made", text: null, isFree },
      { kind: "today", title: "Today", text: isFree ? `Canceling is free until ${freeUntil}` : null },
      dinner,
    ];
  return [
    booked,
    { kind: "today", title: "Today", text: isFree ? "You can change your mind for free" : null, isFree },
    {
      kind: "tables made",
      title: "Tables are made",
      text: tablesMadeAt,
      ...(freeUntil === tablesMadeAt ? { freeNote: "Canceling is free until then" } : {}),
    },
    dinner,
  ];
}
