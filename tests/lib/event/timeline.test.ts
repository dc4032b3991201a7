import { expect, test } from "vitest";
import { dateAndTime, withPlainSpaces } from "#app/lib/dates.ts";
import { listTimelineStops, type TimelineBooking } from "#app/lib/event/timeline.ts";

const timeZone = "Europe/Budapest";
const at = (time: string) => new Date(time);

/** Booked on November 15, for Friday, December 4, 7:00 PM. */
const pending: TimelineBooking = {
  date: at("2026-12-04T18:00Z"),
  timeZone,
  createdAt: at("2026-11-15T09:00Z"),
  closesAt: at("2026-12-02T18:00Z"),
  matchedAt: null,
  freeUntil: at("2026-12-02T18:00Z"),
  standby: "none",
};

const list = (booking: Partial<TimelineBooking>, now: string, hasToday?: boolean) =>
  listTimelineStops(
    { ...pending, ...booking },
    { now: at(now), formatTime: (time) => dateAndTime(time, timeZone), hasToday },
  );

const summarize = (...of: Parameters<typeof list>) =>
  list(...of).map(({ kind, text, freeNote, isFree, when }) =>
    withPlainSpaces(`${kind} (${when}): ${[text, freeNote].filter(Boolean).join(", ")}${isFree ? " =" : ""}`),
  );

test("of a pending booking, canceling is free until the tables are made", () => {
  expect(summarize({}, "2026-11-22T12:00Z")).toEqual([
    "booked (past): Sunday, November 15 =",
    "today (today): Canceling is free =",
    "tables made (next): Wednesday, December 2, 7:00 PM, Canceling is free until then",
    "dinner (later): Friday, December 4, 7:00 PM",
    "day after (later): Saturday, December 5",
  ]);
});

test("on the day of the booking, the first stop is today", () => {
  expect(summarize({}, "2026-11-15T10:00Z").slice(0, 2)).toEqual([
    "booked (past): Today =",
    "tables made (next): Wednesday, December 2, 7:00 PM, Canceling is free until then",
  ]);
});

test("where the tables are made early, the end of free canceling has a stop of its own", () => {
  expect(summarize({ matchedAt: at("2026-11-21T18:00Z") }, "2026-11-22T12:00Z")).toEqual([
    "booked (past): Sunday, November 15 =",
    "tables made (past): Saturday, November 21 =",
    "today (today): Dinner is in 12 days =",
    "free until (next): Wednesday, December 2, 7:00 PM",
    "dinner (later): Friday, December 4, 7:00 PM",
    "day after (later): Saturday, December 5",
  ]);
});

test("once canceling is late, the line says that it was free", () => {
  expect(summarize({ matchedAt: at("2026-12-02T18:00:20Z") }, "2026-12-04T14:30Z")).toEqual([
    "booked (past): Sunday, November 15 =",
    "tables made (past): Wednesday, December 2, Canceling was free until then",
    "today (today): Dinner is in 3 hours",
    "dinner (next): Friday, December 4, 7:00 PM",
    "day after (later): Saturday, December 5",
  ]);
});

test("for a seat that came from standby, the end of free canceling shows only while it is to come", () => {
  const offStandby = { cameFromStandby: true, matchedAt: at("2026-11-21T18:00Z") };
  const listKinds = (now: string) => list(offStandby, now, false).map(({ kind }) => kind);
  expect(listKinds("2026-11-22T12:00Z")).toEqual([
    "booked",
    "tables made",
    "free until",
    "dinner",
    "day after",
  ]);
  expect(listKinds("2026-12-03T12:00Z")).toEqual(["booked", "tables made", "dinner", "day after"]);
});

test("of a dinner that the club moved, canceling is free until it begins", () => {
  const moved = { freeUntil: pending.date, matchedAt: at("2026-12-02T18:00:20Z") };
  expect(summarize(moved, "2026-12-03T12:00Z").slice(1, 4)).toEqual([
    "tables made (past): Wednesday, December 2 =",
    "today (today): Dinner is in 1 day =",
    "dinner (next): Friday, December 4, 7:00 PM, Canceling is free until then",
  ]);
});

test("on standby, it says until when a seat is looked for, and that canceling is free until then", () => {
  const standby = { standby: "looking", matchedAt: at("2026-12-02T18:00:20Z") } as const;
  expect(summarize(standby, "2026-12-03T12:00Z")).toEqual([
    "booked (past): Sunday, November 15 =",
    "on standby (past): Wednesday, December 2 =",
    "today (today): We’re looking for a seat =",
    "standby ends (next): Friday, December 4, 4:00 PM, Canceling is free until then",
    "dinner (later): Friday, December 4, 7:00 PM",
  ]);
});

test("while the tables are being made, that is still to come", () => {
  expect(summarize({}, "2026-12-02T18:03Z").slice(1, 3)).toEqual([
    "today (today): Dinner is in 2 days",
    "tables made (next): Any minute now, Canceling was free until then",
  ]);
});

test("without today, for an email, every stop has its date", () => {
  expect(summarize({}, "2026-11-15T10:00Z", false).slice(0, 2)).toEqual([
    "booked (past): Sunday, November 15 =",
    "tables made (next): Wednesday, December 2, 7:00 PM, Canceling is free until then",
  ]);
});
