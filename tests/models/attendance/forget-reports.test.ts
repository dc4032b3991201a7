import { expect, test } from "vitest";
import { hourMs } from "#app/lib/time-units.ts";
import { editEvent, findEvent } from "#app/models/event/events.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvening, listReports, report } from "#tests/support/evenings.ts";

const club = openClub();

const countLateNotes = () => club.binding.prepare("SELECT count(*) AS n FROM late_notes").first("n");

test("an event that moves to another day keeps nothing that was said of the evening", async () => {
  const evening = await createEvening(club, [[4]], { minutesFromNow: 20 });
  const [anna, bence, clara, daniel] = evening.guests;
  if (!anna || !bence || !clara || !daniel) throw new Error("No guests");
  await report(club, anna, "diner", true);
  await report(club, bence, "mate", false, anna);
  await report(club, clara, "host", true);
  await report(club, daniel, "operator", false);
  await club.binding.prepare("INSERT INTO late_notes VALUES (?, 20, 1)").bind(bence.bookingId).run();
  const move = async (hours: number) => {
    const event = await findEvent(club.db, evening.eventId);
    if (!event) throw new Error("No event");
    const email = {
      kind: "event-moved",
      data: { previousDate: event.date.getTime(), previousTimeZone: "UTC" },
    } as const;
    const changes = { date: new Date(event.date.getTime() + hours * hourMs) };
    expect(await editEvent(club.db, { event, changes, email, now: new Date() })).toBe(true);
  };
  await move(0.5);
  expect(await listReports(club, evening)).toHaveLength(4);
  expect(await countLateNotes()).toBe(1);
  await move(7 * 24);
  expect(await listReports(club, evening)).toEqual(["Dániel operator 0"]);
  expect(await countLateNotes()).toBe(0);
});
