import { expect, test } from "vitest";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { saveLateNote, takeBackLateNote } from "#app/models/attendance/diner-reports.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { addHostLink, type DinerAtTable, seatDinner } from "#tests/support/dinner.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { readPageText } from "#tests/support/html.ts";
import { runJob } from "#tests/support/jobs.ts";

const club = openClub();

const sendEmails = () =>
  runJob("sendEmails", { db: club.db, env: { ...emailEnv, APP_ENV: "local" } as Env }, new Date());

const listSentTo = async ({ email }: DinerAtTable) =>
  (await readOutbox(club)).filter(({ to, sentAt }) => to === email && sentAt);

const asSpeaker = ({ bookingId, userId }: DinerAtTable) => ({ bookingId, userId, now: new Date() });

test("does not send a note that was taken back before, and sends the next one", async () => {
  const { anna, bea } = await seatDinner(club, 60);
  await saveLateNote(club.db, { ...asSpeaker(anna), minutes: 10 });
  await takeBackLateNote(club.db, asSpeaker(anna));
  await sendEmails();
  expect(await listSentTo(bea)).toEqual([]);
  await saveLateNote(club.db, { ...asSpeaker(anna), minutes: 30 });
  await sendEmails();
  expect((await listSentTo(bea)).map(({ subject }) => subject)).toEqual(["Anna is running late"]);
});

test("tells the table and the host of one change of the minutes, and of no other", async () => {
  const { anna, bea, eventId } = await seatDinner(club, 60);
  const host = await addHostLink(club, eventId);
  const listSubjects = async (email: string) =>
    (await readOutbox(club)).filter(({ to, sentAt }) => to === email && sentAt).map(({ subject }) => subject);
  for (const [minutes, subjects] of [
    [10, ["Anna is running late"]],
    [10, ["Anna is running late"]],
    [30, ["Anna is running late", "Anna will now be about 30 minutes late"]],
    [30, ["Anna is running late", "Anna will now be about 30 minutes late"]],
    [20, ["Anna is running late", "Anna will now be about 20 minutes late"]],
  ] as const) {
    await saveLateNote(club.db, { ...asSpeaker(anna), minutes });
    await sendEmails();
    expect((await listSubjects(bea.email)).toSorted()).toEqual(subjects);
    expect((await listSubjects(host)).toSorted()).toEqual(subjects);
  }
});

test("sends no change of minutes where the first email still waits and will say it", async () => {
  const { anna, bea } = await seatDinner(club, 60);
  await saveLateNote(club.db, { ...asSpeaker(anna), minutes: 10 });
  await saveLateNote(club.db, { ...asSpeaker(anna), minutes: 30 });
  await sendEmails();
  const [email, ...others] = await listSentTo(bea);
  expect(others).toEqual([]);
  expect(email?.text).toContain("about 30 minutes late");
});

test("an email that is sent again after the note was taken back makes up no minutes", async () => {
  const { anna, bea, eventId } = await seatDinner(club, 60);
  const host = await addHostLink(club, eventId);
  await saveLateNote(club.db, { ...asSpeaker(anna), minutes: 30 });
  const readTexts = async () =>
    (await readOutbox(club)).filter(({ to }) => [bea.email, host].includes(to)).map(({ text }) => text);
  for (const text of await readTexts()) expect(text).toContain("about 30 minutes late");
  await takeBackLateNote(club.db, asSpeaker(anna));
  const texts = await readTexts();
  expect(texts).toHaveLength(2);
  for (const text of texts) {
    expect(text).toMatch(/Anna(?: at table \d+)? will be a little late[.,]/);
    expect(text).not.toMatch(/\d minutes/);
  }
});

test("a diner who is late, and then can't come, gives the table the last word only", async () => {
  const { anna, bea } = await seatDinner(club, 60);
  await saveLateNote(club.db, { ...asSpeaker(anna), minutes: 10 });
  await cancel(club.db, { ...asSpeaker(anna), id: anna.bookingId });
  await sendEmails();
  expect((await listSentTo(bea)).map(({ subject }) => subject)).toEqual(["Anna can’t come"]);
});

test("says that a table of two is too small", async () => {
  const { anna, bea, cili, dani } = await seatDinner(club, 60);
  for (const diner of [anna, bea, cili]) await cancel(club.db, { ...asSpeaker(diner), id: diner.bookingId });
  await sendEmails();
  const texts = (await listSentTo(dani)).map(({ text }) => text);
  expect(texts).toHaveLength(3);
  for (const text of texts) expect(text).toContain("We’ll look for another table");
});

test("an erased diner is gone from the page, and named in no email", async () => {
  const { anna, bea, cili } = await seatDinner(club, 60);
  await saveLateNote(club.db, { ...asSpeaker(anna), minutes: 10 });
  await cancel(club.db, { ...asSpeaker(bea), id: bea.bookingId });
  for (const { userId } of [anna, bea]) await eraseAccount(club.db, userId, new Date());
  const text = await readPageText(await cili.open());
  expect(text).toContain("To get going");
  expect(text).not.toMatch(/Anna|Bea/);
  await sendEmails();
  const emails = await listSentTo(cili);
  expect(emails.map(({ subject }) => subject)).toEqual(Array(2).fill("Somebody at your table can’t come"));
  for (const { text } of emails) expect(text).not.toMatch(/Anna|Bea/);
  const notes = await club.binding
    .prepare("SELECT count(*) AS n FROM late_notes WHERE booking_id = ?")
    .bind(anna.bookingId)
    .first("n");
  expect(notes).toBe(0);
});
