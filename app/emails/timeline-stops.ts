import { willBeRefunded } from "./costs-nothing.ts";
import type { EmailStop } from "./stop-drawings.ts";
import type { BookingFacts } from "./template.ts";

const dayAfter = ({ deposit }: BookingFacts): EmailStop => ({
  drawing: "day-after",
  title: "The day after",
  lines: [
    `You tell us whom you’d gladly meet again.${willBeRefunded(deposit) ? " We refund your deposit." : ""}`,
  ],
});

/** Canceling is free from the booking to one of the stops, or to a stop of its own where tables are made earlier. */
function withFreeTime(
  [booked, made, dinner]: [EmailStop, EmailStop, EmailStop],
  { wasMoved, stopTimes: { freeUntil, tablesMade } }: BookingFacts,
): EmailStop[] {
  const free = { isFree: true };
  if (wasMoved)
    return [
      { ...booked, ...free },
      { ...made, ...free },
      { ...dinner, freeNote: "Canceling is free until then, because we moved it" },
    ];
  if (freeUntil === tablesMade)
    return [{ ...booked, ...free }, { ...made, freeNote: "Canceling is free until then" }, dinner];
  const end: EmailStop = { drawing: "clock", title: "Canceling is free until then", lines: [freeUntil] };
  return [{ ...booked, ...free }, { ...made, ...free }, end, dinner];
}

export function stopsOfBooked(booking: BookingFacts): EmailStop[] {
  const { bookedOn, stopTimes, when } = booking;
  return [
    ...withFreeTime(
      [
        { drawing: "booked", title: "Booked", lines: [bookedOn] },
        { drawing: "table", title: "Tables are made", lines: [stopTimes.tablesMade] },
        {
          drawing: "dinner",
          title: "Dinner",
          lines: [when, "By then you’ll have the place, your table and first names."],
        },
      ],
      booking,
    ),
    dayAfter(booking),
  ];
}

/** A seat from standby has no free time left: it was free while the diner had none. */
export function stopsOfConfirmed(booking: BookingFacts, { wasOnStandby }: { wasOnStandby: boolean }) {
  const { bookedOn, stopTimes, when, place } = booking;
  const stops: [EmailStop, EmailStop, EmailStop] = [
    { drawing: "booked", title: "Booked", lines: [bookedOn] },
    { drawing: "table", title: "Your table is made", lines: wasOnStandby ? [] : [stopTimes.tablesMade] },
    { drawing: "dinner", title: "Dinner", lines: [when, ...(place ? [place.name] : [])] },
  ];
  return [...(wasOnStandby && !booking.wasMoved ? stops : withFreeTime(stops, booking)), dayAfter(booking)];
}

export function stopsOfStandby({ stopTimes, when, unmetNeeds }: BookingFacts): EmailStop[] {
  const isUnsuited = unmetNeeds.length > 0;
  return [
    { drawing: "standby", title: "Tables were made", lines: [stopTimes.tablesMade], isFree: true },
    {
      drawing: "clock",
      title: isUnsuited ? "Standby ends" : "We stop looking",
      lines: [stopTimes.standbyUntil],
      freeNote: "Canceling is free until then",
    },
    {
      drawing: "dinner",
      title: "Dinner",
      lines: [when, ...(isUnsuited ? [] : ["If a seat comes free for you."])],
    },
  ];
}
