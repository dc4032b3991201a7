import { expect, test } from "vitest";
import { bookingLinks } from "#app/emails/booking-links.server.ts";
import { mailsTo } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { book, newDiner, openDinner, seatsTaken, seatTogether } from "#tests/support/events.ts";

const club = openClub();

const pathOf = (text: string | undefined, what: "cancel" | "calendar.ics") =>
  new RegExp(`https?://[^/]+(/bookings/\\S+/${what}\\?\\S+)`).exec(text ?? "")?.[1] ?? "";

async function booked() {
  const diner = await newDiner(club);
  const dinner = await openDinner(club);
  const id = await book(diner, dinner);
  const [mail] = (await mailsTo(club, diner.email)).filter(
    ({ subject }) => subject === "We have your booking",
  );
  return { diner, dinner, id, text: mail?.text };
}

test("a mail's link shows before it acts, cancels once without signing in, and tells its diner", async () => {
  const { diner, dinner, text } = await booked();
  const path = pathOf(text, "cancel");
  const shown = await (await club.fetch(path)).text();
  expect(shown).toContain("Cancel this booking?");
  expect(shown).toContain("Canceling is free until");
  expect(await seatsTaken(club, dinner)).toBe(1);

  const press = () => club.fetch(path, { method: "POST" });
  const pressed = await Promise.all(Array.from({ length: 10 }, press));
  expect(pressed.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await seatsTaken(club, dinner)).toBe(0);
  expect(await (await club.fetch(path)).text()).toContain("There is nothing to cancel");
  const told = (await mailsTo(club, diner.email)).filter(
    ({ subject }) => subject === "Your booking is canceled",
  );
  expect(told).toHaveLength(1);
});

test("what canceling costs is said by the link as on the dashboard", async () => {
  const { dinner, id, text } = await booked();
  await seatTogether(club, dinner, [id]);
  await club.binding
    .prepare("UPDATE events SET date = ?, closes_at = 0 WHERE id = ?")
    .bind(Date.now() + 30 * 3_600_000, dinner)
    .run();
  const page = await (await club.fetch(pathOf(text, "cancel"))).text();
  expect(page).toContain("It was free until");
  expect(page).toContain("four people are waiting for you");
});

test("the dinner goes into a calendar by the link, too", async () => {
  const { id, text } = await booked();
  const answer = await club.fetch(pathOf(text, "calendar.ics"));
  expect(answer.headers.get("Content-Type")).toContain("text/calendar");
  expect(await answer.text()).toContain(`UID:${id}`);
});

test("a link that is another's, altered, cut or expired does nothing", async () => {
  const [mine, other] = [await booked(), await booked()];
  const path = pathOf(mine.text, "cancel");
  const env = { SESSION_SECRET: "for-tests-only-for-tests-only-32" } as Env;
  const expired = bookingLinks(env, { origin: "", bookingId: mine.id, date: new Date(Date.now() - 1000) });
  const bent = [
    path.replace(mine.id, other.id),
    path.replace(/until=\d+/, `until=${Date.now() + 1e12}`),
    path.slice(0, -2),
    path.replace(/\?.*/, ""),
    bookingLinks({ SESSION_SECRET: "guessed" } as Env, {
      origin: "",
      bookingId: mine.id,
      date: new Date(Date.now() + 1e9),
    }).cancel,
  ];
  for (const link of bent) {
    expect((await club.fetch(link)).status, link).toBe(404);
    expect((await club.fetch(link, { method: "POST" })).status, link).toBe(404);
    expect((await club.fetch(link.replace("/cancel", "/calendar.ics"))).status, link).toBe(404);
  }
  expect(await (await club.fetch(expired.cancel)).text()).toContain("There is nothing to cancel");
  expect((await club.fetch(expired.cancel, { method: "POST" })).status).toBe(404);
  expect((await club.fetch(expired.calendar)).status).toBe(404);
  expect(await seatsTaken(club, mine.dinner)).toBe(1);
  expect(await seatsTaken(club, other.dinner)).toBe(1);
});
