import { daysAway, longDate } from "#app/lib/dates.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { eventTimes, feedbackWindow, timeBefore } from "./event-times.ts";

export type TimelineStopKind =
  | "booked"
  | "tables made"
  | "on standby"
  | "free until"
  | "today"
  | "standby ends"
  | "dinner"
  | "day after";

export interface TimelineStop {
  kind: TimelineStopKind;
  title: string;
  text: string | null;
  note: string | null;
  /** Until when canceling is free, if this stop is the end of that time. */
  freeNote: string | null;
  /** Canceling is no longer free. */
  isFreeOver: boolean;
  /** Canceling is free from this stop to the next one. */
  isFree: boolean;
  when: "past" | "today" | "next" | "later";
}

export interface TimelineBooking {
  date: Date;
  timeZone: string;
  /** Null if it is unknown. */
  createdAt: Date | null;
  closesAt: Date;
  /** Null until the tables are made. */
  matchedAt: Date | null;
  /** Until when canceling is free, except for diners on standby. */
  freeUntil: Date;
  /** Canceling was free on standby, so an end in the past is not shown. */
  cameFromStandby?: boolean;
  standby: "none" | "looking" | "no restaurant suits";
}

interface TimelineView {
  now: Date;
  /** "Friday, November 27, 7:00 PM", with the city if the reader needs it. */
  formatTime(time: Date): string;
  /** False if it can be read on a later day, as in an email. */
  hasToday?: boolean;
  /** False if the page says elsewhere until when canceling is free. */
  saysFree?: boolean;
}

interface TimedStop extends Pick<TimelineStop, "kind" | "title" | "text"> {
  at: number;
  note?: string;
  freeNote?: string;
}

/** The known steps on the way to the table, in the order of time, with today among them. */
export function listTimelineStops(booking: TimelineBooking, view: TimelineView): TimelineStop[] {
  const { date, timeZone, createdAt, standby } = booking;
  const { now, formatTime, hasToday = true, saysFree = true } = view;
  const isOnStandby = standby !== "none";
  const standbyEndsAt = timeBefore(date, eventTimes.standbyEndsBeforeMs);
  const freeEnd = isOnStandby ? standbyEndsAt : shownFreeEnd(booking, now);
  const day = (time: Date) => longDate(time, timeZone);
  const bookedOn = createdAt && day(createdAt);
  const wasBookedToday = bookedOn === day(now);
  const dayAfter = feedbackWindow(date, timeZone).opensAt;

  const tables = tablesStop(booking, view);
  const dinner: TimedStop = { kind: "dinner", at: date.getTime(), title: "Dinner", text: formatTime(date) };
  const stops: TimedStop[] = [
    {
      kind: "booked",
      at: createdAt?.getTime() ?? 0,
      title: "Booked",
      text: hasToday && wasBookedToday ? "Today" : bookedOn,
    },
    tables,
    dinner,
  ];
  if (isOnStandby)
    stops.push({
      kind: "standby ends",
      at: standbyEndsAt.getTime(),
      title: standby === "looking" ? "We stop looking" : "Standby ends",
      text: formatTime(standbyEndsAt),
      freeNote: "Canceling is free until then",
    });
  else
    stops.push({
      kind: "day after",
      at: dayAfter.getTime(),
      title: "The day after",
      text: day(dayAfter),
      note: "Tell us who you’d like to meet again.",
    });
  if (freeEnd && !isOnStandby) {
    const isOver = freeEnd <= now;
    const freeNote = isOver ? "Canceling was free until then" : "Canceling is free until then";
    const owner = [tables, dinner].find(
      ({ at }) => at - freeEnd.getTime() >= 0 && at - freeEnd.getTime() < hourMs,
    );
    if (owner) owner.freeNote = freeNote;
    else if (saysFree)
      stops.push({
        kind: "free until",
        at: freeEnd.getTime(),
        title: isOver ? "Canceling was free until" : "Canceling is free until",
        text: formatTime(freeEnd),
      });
  }
  const sorted = stops.sort((a, b) => a.at - b.at);
  const todayIndex = sorted.findIndex(({ at }) => at > now.getTime());
  // On the day of the booking, the first stop is today.
  if (hasToday && (todayIndex > 1 || !wasBookedToday))
    sorted.splice(todayIndex === -1 ? sorted.length : todayIndex, 0, todayStop(booking, now, saysFree));
  const isFreeOver = freeEnd !== null && freeEnd <= now;
  return sorted.map(({ at, ...stop }, index) => {
    const next = sorted[index + 1];
    return {
      note: null,
      isFreeOver,
      ...stop,
      freeNote: (saysFree && stop.freeNote) || null,
      isFree: Boolean(
        saysFree &&
          freeEnd &&
          at < freeEnd.getTime() &&
          next &&
          next.at <= freeEnd.getTime() + (next.freeNote ? hourMs : 0),
      ),
      when:
        stop.kind === "today"
          ? "today"
          : at <= now.getTime()
            ? "past"
            : sorted.slice(0, index).some((earlier) => earlier.at > now.getTime())
              ? "later"
              : "next",
    };
  });
}

const shownFreeEnd = ({ freeUntil, cameFromStandby }: TimelineBooking, now: Date) =>
  cameFromStandby && freeUntil <= now ? null : freeUntil;

function tablesStop(
  { standby, closesAt, matchedAt, timeZone }: TimelineBooking,
  view: TimelineView,
): TimedStop {
  const kind = standby === "none" ? "tables made" : "on standby";
  if (matchedAt)
    return { kind, at: matchedAt.getTime(), title: "Tables made", text: longDate(matchedAt, timeZone) };
  const isDue = closesAt <= view.now;
  return {
    kind,
    // Making the tables takes some minutes after booking has closed.
    at: isDue ? view.now.getTime() + 1 : closesAt.getTime(),
    title: "Tables are made",
    text: isDue ? "Any minute now" : view.formatTime(closesAt),
  };
}

const todayTexts = { looking: "We’re looking for a seat", "no restaurant suits": "No restaurant suits you" };

function todayStop(
  { date, timeZone, standby, matchedAt, freeUntil }: TimelineBooking,
  now: Date,
  saysFree: boolean,
): TimedStop {
  const isFree = now < freeUntil;
  const text =
    standby !== "none"
      ? todayTexts[standby]
      : saysFree && isFree && !matchedAt
        ? "Canceling is free"
        : timeUntil(date, now, timeZone);
  return { kind: "today", at: now.getTime(), title: "Today", text };
}

function timeUntil(date: Date, now: Date, timeZone: string): string | null {
  const days = daysAway(date, now, timeZone);
  if (days) return `Dinner is ${days}`;
  const hours = Math.floor((date.getTime() - now.getTime()) / hourMs);
  return hours < 1 ? null : `Dinner is in ${hours} ${hours === 1 ? "hour" : "hours"}`;
}
