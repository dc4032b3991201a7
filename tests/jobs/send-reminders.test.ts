import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { book, createEvent, seatTogether, signUpDiner } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";

const club = openClub();
const hourMs = 3_600_000;
const createContext = () => createJobContext(club);
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs);

const listReminders = async () => (await readOutbox(club)).filter(({ kind }) => kind === "reminder");

test("reminds each diner with a seat once, a day before, with their table-mates' names, unless they turned it off", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  const diners = [await signUpDiner(club), await signUpDiner(club), await signUpDiner(club)];
  const bookingIds: string[] = [];
  for (const diner of diners) bookingIds.push(await book(diner, eventId));
  await diners[2]?.post("/dashboard/settings", { intent: "emails" });
  const promised = "We will send you a reminder before the appointment.";
  for (const [i, diner] of diners.entries()) {
    const text = await readPageText(await diner.get(`/events?booked=${bookingIds[i]}`));
    expect(text.includes(promised), `${i}`).toBe(i < 2);
  }
  await seatTogether(club, eventId, bookingIds);

  await runJob("sendReminders", createContext(), hoursFromNow(75));
  expect(await listReminders()).toEqual([]);
  await Promise.all(
    Array.from({ length: 10 }, () => runJob("sendReminders", createContext(), hoursFromNow(79))),
  );
  await runJob("sendReminders", createContext(), hoursFromNow(82));
  const reminders = await listReminders();
  expect(reminders.map(({ to }) => to).sort()).toEqual([diners[0]?.email, diners[1]?.email].sort());
  expect(reminders[0]?.text).toMatch(/Your table: Table \d+, reserved for Öten\nZsófi, Zsófi, and you/);
  expect(reminders[0]?.text).toContain("/calendar.ics");
  // It may be sent on the day itself.
  expect(reminders[0]?.subject).toMatch(/^You’re at .+ on (Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/);
});

test("reminds nobody who canceled, and nobody in the last three hours before dinner", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 60 });
  const [seated, canceled] = [await signUpDiner(club), await signUpDiner(club)];
  const bookingIds = [await book(seated, eventId), await book(canceled, eventId)];
  await seatTogether(club, eventId, bookingIds);
  await canceled.post(`/dashboard/bookings/${bookingIds[1]}/cancel`, {});
  const listRecipients = async () => (await listReminders()).map(({ to }) => to);
  for (const hours of [57.1, 61]) await runJob("sendReminders", createContext(), hoursFromNow(hours));
  expect(await listRecipients()).not.toContain(seated.email);
  await runJob("sendReminders", createContext(), hoursFromNow(40));
  const recipients = await listRecipients();
  expect(recipients).toContain(seated.email);
  expect(recipients).not.toContain(canceled.email);
});
