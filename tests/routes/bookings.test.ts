import { describe, expect, test } from "vitest";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { book, newDiner, openDinner, seatsTaken, seatTogether } from "#tests/support/events.ts";

const club = openClub();

const text = async (answer: Response) => (await answer.text()).replace(/<!-- -->/g, "");

const moveDinner = (id: string, hours: number) =>
  club.binding
    .prepare("UPDATE events SET date = ?, closes_at = ? WHERE id = ?")
    .bind(Date.now() + hours * 3_600_000, Date.now() + (hours - 48) * 3_600_000, id)
    .run();

test("the dashboard leads to the bookings, and an empty list says so", async () => {
  const diner = await newDiner(club);
  expect((await diner.get("/dashboard")).headers.get("Location")).toBe("/dashboard/bookings");
  expect(await text(await diner.get("/dashboard/bookings"))).toContain("You have no bookings yet.");
});

test("upcoming ones stand soonest first, past ones latest first and by the page", async () => {
  const diner = await newDiner(club);
  const dinners: string[] = [];
  for (let i = 0; i < 14; i++) {
    const id = await openDinner(club, { inHours: 100 + i });
    await book(diner, id);
    dinners.push(id);
  }
  for (const [i, id] of dinners.slice(2).entries()) await moveDinner(id, -24 * (i + 1));
  const first = await text(await diner.get("/dashboard/bookings"));
  expect(first).toContain("Upcoming Bookings");
  expect(first.match(/ · in 4 days/g)).toHaveLength(2);
  expect(first.match(/aria-label="Location on/g)).toHaveLength(12);
  expect(first).toContain("?past=2");
  const second = await text(await diner.get("/dashboard/bookings?past=2"));
  expect(second.match(/aria-label="Location on/g)).toHaveLength(4);
  for (const page of ["-1", "0", "x"]) {
    expect((await diner.get(`/dashboard/bookings?past=${page}`)).status, page).toBe(200);
  }
  for (const page of ["3", "1e9", "99999999999"]) {
    const beyond = await diner.get(`/dashboard/bookings?past=${page}`);
    expect(beyond.headers.get("Location"), page).toBe("/dashboard/bookings");
  }
});

test("the address of an open dialog leads to the same details as a page", async () => {
  const diner = await newDiner(club);
  const id = await book(diner, await openDinner(club));
  const answer = await diner.get(`/dashboard/bookings?details=${id}`);
  expect(answer.headers.get("Location")).toBe(`/dashboard/bookings/${id}`);
  const elsewhere = await diner.get("/dashboard/bookings?details=//evil.example");
  expect(elsewhere.headers.get("Location")).toBe("/dashboard/bookings/%2F%2Fevil.example");
});

test("a form sent to the list is told so, and the list is not said to be broken", async () => {
  const diner = await newDiner(club);
  const answer = await diner.post("/dashboard/bookings", {});
  expect(answer.status).toBe(405);
  expect(await text(answer)).not.toContain("could not be loaded");
});

test("a booking is pending, confirmed or canceled, and says what that means", async () => {
  const diner = await newDiner(club);
  const dinner = await openDinner(club);
  const id = await book(diner, dinner);
  expect(await text(await diner.get("/dashboard/bookings"))).toContain(
    "Your booking is pending and we will inform you once it&#x27;s confirmed.",
  );
  await seatTogether(club, dinner, [id]);
  const confirmed = await text(await diner.get("/dashboard/bookings"));
  expect(confirmed).toContain("Confirmed");
  expect(confirmed).not.toContain("pending");
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  const canceled = await text(await diner.get("/dashboard/bookings"));
  expect(canceled).toContain("Canceled");
  expect(canceled).toContain(`/dashboard/bookings/new?event=${dinner}`);
});

describe("canceling", () => {
  test("says its price first, happens once, frees the chair and writes a mail", async () => {
    const diner = await newDiner(club);
    const dinner = await openDinner(club, { capacity: 1 });
    const id = await book(diner, dinner);
    expect(await text(await diner.get(`/dashboard/bookings/${id}/cancel`))).toContain(
      "Canceling is free until",
    );
    await Promise.all(Array.from({ length: 10 }, () => diner.post(`/dashboard/bookings/${id}/cancel`, {})));
    expect(await seatsTaken(club, dinner)).toBe(0);
    const mails = (await listEmailsTo(club, diner.email)).filter(
      ({ subject }) => subject === "Your booking is canceled",
    );
    expect(mails).toHaveLength(1);
    expect(await text(await diner.get(`/dashboard/bookings/${id}/cancel`))).toContain(
      "There is nothing to cancel",
    );
    expect(await book(await newDiner(club), dinner)).not.toBe("");
  });

  test("late still works, and says that it was free before", async () => {
    const diner = await newDiner(club);
    const dinner = await openDinner(club);
    const id = await book(diner, dinner);
    await seatTogether(club, dinner, [id]);
    await moveDinner(dinner, 30);
    const page = await text(await diner.get(`/dashboard/bookings/${id}/cancel`));
    expect(page).toContain("It was free until");
    await diner.post(`/dashboard/bookings/${id}/cancel`, {});
    expect(await seatsTaken(club, dinner)).toBe(0);
  });

  test("once dinner has begun there is nothing to cancel", async () => {
    const diner = await newDiner(club);
    const dinner = await openDinner(club);
    const id = await book(diner, dinner);
    await moveDinner(dinner, -0.1);
    await diner.post(`/dashboard/bookings/${id}/cancel`, {});
    expect(await seatsTaken(club, dinner)).toBe(1);
  });
});

test("a confirmed booking shows the table: first names, photos, what it shares", async () => {
  const dinner = await openDinner(club);
  const [one, other] = [await newDiner(club), await newDiner(club)];
  const [mine, theirs] = [await book(one, dinner), await book(other, dinner)];
  expect(await text(await one.get(`/dashboard/bookings/${mine}`))).not.toContain(
    "What your table has in common",
  );
  await seatTogether(club, dinner, [mine, theirs]);
  const page = await text(await one.get(`/dashboard/bookings/${mine}`));
  expect(page).toContain("Most of you could talk about music until they close.");
  expect(page).toContain("Zsófi");
  expect(page).toContain("You");
  expect(page).not.toContain(other.email);
  expect(page).toContain("https://maps.example/?q=1");
});

test("a tablemate's face may be seen, until somebody cancels", async () => {
  const dinner = await openDinner(club);
  const [one, other] = [await newDiner(club), await newDiner(club)];
  const key = await club.binding
    .prepare("SELECT id || '/face.png' AS key FROM users WHERE email = ?")
    .bind(other.email)
    .first<string>("key");
  await (await club.worker.getR2Bucket("AVATARS")).put(key ?? "", "face");
  const [mine, theirs] = [await book(one, dinner), await book(other, dinner)];
  const type = async () => (await one.get(`/avatars/${key}`)).headers.get("Content-Type");
  expect(await type()).toBe("image/svg+xml");
  await seatTogether(club, dinner, [mine, theirs]);
  expect(await type()).toBe("image/png");
  await other.post(`/dashboard/bookings/${theirs}/cancel`, {});
  expect(await type()).toBe("image/svg+xml");
});

test("the calendar file keeps its UID and raises its sequence", async () => {
  const diner = await newDiner(club);
  const dinner = await openDinner(club);
  const id = await book(diner, dinner);
  const answer = await diner.get(`/dashboard/bookings/${id}/calendar.ics`);
  expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  const first = await answer.text();
  for (const line of ["BEGIN:VCALENDAR", "VERSION:2.0", `UID:${id}`, "SEQUENCE:0", "STATUS:TENTATIVE"]) {
    expect(first.split("\r\n")).toContain(line);
  }
  expect(first).toMatch(/\r\nDTSTART:\d{8}T\d{6}Z\r\n/);
  expect(first.endsWith("END:VCALENDAR\r\n")).toBe(true);
  for (const line of first.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  const second = await (await diner.get(`/dashboard/bookings/${id}/calendar.ics`)).text();
  for (const line of [`UID:${id}`, "SEQUENCE:1", "STATUS:CANCELLED"]) {
    expect(second.split("\r\n")).toContain(line);
  }
});

test("a dinner has one card, however often its diner changed their mind", async () => {
  const diner = await newDiner(club);
  const dinner = await openDinner(club);
  for (let round = 0; round < 3; round++) {
    await diner.post(`/dashboard/bookings/${await book(diner, dinner)}/cancel`, {});
  }
  expect((await text(await diner.get("/dashboard/bookings"))).match(/Canceled</g)).toHaveLength(1);
  await book(diner, dinner);
  const again = await text(await diner.get("/dashboard/bookings"));
  expect(again).not.toContain("Canceled<");
  expect(again).toContain("Pending<");
});

test("the thanks are for a booking that stands", async () => {
  const diner = await newDiner(club);
  const id = await book(diner, await openDinner(club));
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  expect((await diner.get(`/events?booked=${id}`)).headers.get("Location")).toBe(`/dashboard/bookings/${id}`);
});

test("nothing of one diner is read or changed by another, at any address", async () => {
  const dinner = await openDinner(club);
  const [owner, other] = [await newDiner(club), await newDiner(club)];
  const id = await book(owner, dinner);
  const paths = [
    `/dashboard/bookings/${id}`,
    `/dashboard/bookings/${id}/cancel`,
    `/dashboard/bookings/${id}/calendar.ics`,
  ];
  for (const path of paths) {
    expect((await owner.get(path)).status, path).toBe(200);
    expect((await other.get(path)).status, path).toBe(404);
    expect((await club.fetch(path)).headers.get("Location"), path).toBe("/");
  }
  expect((await other.post(`/dashboard/bookings/${id}/cancel`, {})).status).toBe(404);
  expect(await text(await other.get(`/events?booked=${id}`))).not.toContain("Thank you for booking!");
  expect(await text(await other.get("/dashboard/bookings"))).toContain("You have no bookings yet.");
  for (const data of ["routes/dashboard.bookings.$id", "routes/dashboard.bookings.$id_.cancel"]) {
    const path = `${data.endsWith("cancel") ? paths[1] : paths[0]}?_data=${encodeURIComponent(data)}`;
    expect((await other.get(path)).status, data).toBe(404);
  }
  expect(await seatsTaken(club, dinner)).toBe(1);
});
