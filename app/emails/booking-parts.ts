import { listTimelineStops, type TimelineStopKind } from "#app/lib/event/timeline.ts";
import { willBeRefunded } from "./costs-nothing.ts";
import type { EmailStop, StopDrawing } from "./stop-drawings.ts";
import type { BookingFacts } from "./template.ts";

const drawings: Record<Exclude<TimelineStopKind, "today">, StopDrawing> = {
  booked: "booked",
  "tables made": "table",
  "on standby": "standby",
  "free until": "clock",
  "standby ends": "clock",
  dinner: "dinner",
  "day after": "day-after",
};

interface Variant {
  standby?: "none" | "looking" | "no restaurant suits";
  cameFromStandby?: boolean;
  /** What an email says besides of the dinner. */
  atDinner?: string | undefined;
}

/** As it is when the email is written. */
export function listEmailStops(
  { event, way, deposit, when: dinnerAt }: BookingFacts,
  { standby = "none", cameFromStandby = false, atDinner }: Variant,
): EmailStop[] {
  const { now, formatTime, ...booking } = way;
  const stops = listTimelineStops(
    { ...event, ...booking, standby, cameFromStandby },
    { now, formatTime, hasToday: false },
  );
  return stops.flatMap(({ kind, title, text, note, freeNote, isFree, when }) => {
    if (kind === "today") return [];
    const extra = {
      dinner: atDinner,
      "day after": willBeRefunded(deposit) ? "We’ll refund your deposit." : undefined,
    }[kind as string];
    // Nobody knows where an email is read, so the dinner has its city.
    const lines = [kind === "dinner" ? dinnerAt : text, note, extra ?? null].filter((line) => line !== null);
    return [{ drawing: drawings[kind], title, lines, freeNote, isFree, isOver: when === "past" }];
  });
}
