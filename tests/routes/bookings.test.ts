import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings, pairs } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events, tables } from "#app/db/schema.ts";
import { seat } from "#app/models/booking/seat-transitions.server.ts";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { putOnStandby } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { newDeposit } from "#tests/support/deposits.ts";
import {
  book,
  countBookings,
  createCity,
  createEvent,
  seatTogether,
  signUpDiner,
} from "#tests/support/events.ts";
import { findButtons, findLinks, parsePage, readPageText, readText } from "#tests/support/html.ts";

const club = openClub();

const moveEvent = (id: string, hoursFromNow: number) => {
  const date = Date.now() + hoursFromNow * 3_600_000;
  return club.db.run(
    sql`UPDATE events SET date = ${date}, closes_at = ${date - 48 * 3_600_000} WHERE id = ${id}`,
  );
};

test("redirects the dashboard to the bookings and shows an empty list", async () => {
  const diner = await signUpDiner(club);
  expect((await diner.get("/dashboard")).headers.get("Location")).toBe("/dashboard/bookings");
  expect(await readPageText(await diner.get("/dashboard/bookings"))).toContain("You have no bookings yet.");
});

test("lists upcoming bookings soonest first and past ones latest first, ten a page", async () => {
  const diner = await signUpDiner(club);
  const eventIds: string[] = [];
  const paths: string[] = [];
  for (let i = 0; i < 14; i++) {
    const id = await createEvent(club, { hoursFromNow: 100 + 4 * i });
    paths.push(`/dashboard/bookings/${await book(diner, id)}`);
    eventIds.push(id);
  }
  for (const [i, id] of eventIds.slice(2).entries()) await moveEvent(id, -24 * (i + 1));
  const firstPage = await parsePage(await diner.get("/dashboard/bookings"));
  const text = readText(firstPage);
  expect(text).toContain("Upcoming Bookings");
  expect(text.match(/ · in [45] days/g)).toHaveLength(2);
  const locations = findLinks(firstPage, /^Location on/).map((link) => link.getAttribute("href"));
  expect(locations).toEqual(paths.slice(0, 12));
  expect(findLinks(firstPage, "Earlier")[0]?.getAttribute("href")).toContain("?past=2");
  const secondPage = await parsePage(await diner.get("/dashboard/bookings?past=2"));
  expect(findLinks(secondPage, /^Location on/)).toHaveLength(4);
  for (const page of ["-1", "0", "x"]) {
    expect((await diner.get(`/dashboard/bookings?past=${page}`)).status, page).toBe(200);
  }
  for (const page of ["3", "1e9", "99999999999"]) {
    const response = await diner.get(`/dashboard/bookings?past=${page}`);
    expect(response.headers.get("Location"), page).toBe("/dashboard/bookings");
  }
});

test("redirects the URL of an open dialog to the page of that booking", async () => {
  const diner = await signUpDiner(club);
  const id = await book(diner, await createEvent(club));
  const response = await diner.get(`/dashboard/bookings?details=${id}`);
  expect(response.headers.get("Location")).toBe(`/dashboard/bookings/${id}`);
  const hostile = await diner.get("/dashboard/bookings?details=//evil.example");
  expect(hostile.headers.get("Location")).toBe("/dashboard/bookings/%2F%2Fevil.example");
});

test("answers a POST to the list with 405, not with a loading error", async () => {
  const diner = await signUpDiner(club);
  const response = await diner.post("/dashboard/bookings", {});
  expect(response.status).toBe(405);
  expect(await readPageText(response)).not.toContain("We couldn’t load your bookings");
});

test("shows a booking as pending, confirmed or canceled", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { diets: [1] });
  const id = await book(diner, eventId);
  const pending = await parsePage(await diner.get("/dashboard/bookings"));
  expect(readText(pending)).toMatch(/^You’re on the list$/m);
  expect(
    pending.querySelector(`[title="Your booking is pending and we will inform you once it's confirmed."]`),
  ).not.toBeNull();
  await seatTogether(club, eventId, [id]);
  const confirmed = await readPageText(await diner.get("/dashboard/bookings"));
  expect(confirmed).toContain("Confirmed");
  expect(confirmed).not.toContain("pending");
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  const canceled = await parsePage(await diner.get("/dashboard/bookings"));
  expect(readText(canceled)).toContain("Canceled");
  expect(findLinks(canceled, /^Book Again/)[0]?.getAttribute("href")).toBe(
    `/dashboard/bookings/new?event=${eventId}`,
  );
  expect(findLinks(canceled, /^Location on/)[0]?.getAttribute("href")).toBe(`/dashboard/bookings/${id}`);
});

test("a canceled booking is no longer listed once its dinner is booked again, and its page leads to another dinner", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club);
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    ids.push(await book(diner, eventId));
    if (i < 2) await diner.post(`/dashboard/bookings/${ids[i]}/cancel`, {});
  }
  const [, canceledId = "", activeId = ""] = ids;
  const page = await parsePage(await diner.get("/dashboard/bookings"));
  const locations = findLinks(page, /^Location on/).map((link) => link.getAttribute("href"));
  expect(locations).toEqual([`/dashboard/bookings/${activeId}`]);
  const details = await parsePage(await diner.get(`/dashboard/bookings/${canceledId}`));
  const [act, ...otherActs] = findLinks(details, /^Book (Again|this one)/);
  expect(act?.getAttribute("href")).toMatch(/^\/dashboard\/bookings\/new/);
  expect(act?.getAttribute("href")).not.toContain(eventId);
  expect(otherActs).toEqual([]);
});

test("before it is known, the details say when the location will be", async () => {
  const diner = await signUpDiner(club);
  const id = await book(diner, await createEvent(club, { diets: [1] }));
  const read = async () => readPageText(await diner.get(`/dashboard/bookings/${id}`));
  expect(await read()).toMatch(
    /We’ll tell you on \w+day, .+\s+If you get a seat, we’ll email you the restaurant/,
  );
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  expect(await read()).not.toMatch(/Where, and with whom|location/i);
});

test("a canceled booking leads to the next dinner of its city that the diner can book", async () => {
  const diner = await signUpDiner(club);
  const cityId = await createCity(club);
  const hours = [100, 110, 120, 130, 140];
  const [own, booked, full, ...others] = await Promise.all(
    hours.map((hoursFromNow, i) => createEvent(club, { cityId, hoursFromNow, capacity: i === 2 ? 1 : 5 })),
  );
  await createEvent(club, { cityId, hoursFromNow: 150 });
  await createEvent(club, { hoursFromNow: 105 });
  await book(await signUpDiner(club), full ?? "");
  await book(diner, booked ?? "");
  const id = await book(diner, own ?? "");
  const listNext = async () =>
    findLinks(await parsePage(await diner.get(`/dashboard/bookings/${id}`)), /^Book this one/).map((link) =>
      link.getAttribute("href"),
    );
  expect(await listNext()).toEqual([]);
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  expect(await listNext()).toEqual([`/dashboard/bookings/new?event=${others[0]}`]);
  const canceled = await readPageText(await diner.get(`/dashboard/bookings/${id}`));
  expect(canceled).not.toContain("We’re sorry");
  await club.db.update(bookings).set({ canceledByClub: true }).where(eq(bookings.id, id));
  expect(
    (await readPageText(await diner.get(`/dashboard/bookings/${id}`))).match(/We’re sorry/g),
  ).toHaveLength(1);
});

test("who has canceled is offered a dinner on another day before one on the same", async () => {
  const diner = await signUpDiner(club);
  const cityId = await createCity(club);
  const [own, sameDay, later] = [
    await createEvent(club, { cityId, hoursFromNow: 100 }),
    await createEvent(club, { cityId, hoursFromNow: 100 }),
    await createEvent(club, { cityId, hoursFromNow: 150 }),
  ];
  await club.db.run(
    sql`UPDATE events SET date = (SELECT date FROM events WHERE id = ${own}) WHERE id = ${sameDay}`,
  );
  const id = await book(diner, own);
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  const listOffers = async (path: string) =>
    findLinks(await parsePage(await diner.get(path)), /^Book this one/).map((link) =>
      link.getAttribute("href"),
    );
  const paths = ["/dashboard/bookings", `/dashboard/bookings/${id}`];
  for (const path of paths)
    expect(await listOffers(path), path).toEqual([`/dashboard/bookings/new?event=${later}`]);
  await club.db.update(events).set({ available: false }).where(eq(events.id, later));
  for (const path of paths)
    expect(await listOffers(path), path).toEqual([`/dashboard/bookings/new?event=${sameDay}`]);
});

test("a diner who books is told on the booking’s page and by email that not everybody gets a seat at once, and what happens then", async () => {
  const diner = await signUpDiner(club);
  const id = await book(diner, await createEvent(club, { diets: [1, 2, 3, 4, 5, 6] }));
  const emails = await listEmailsTo(club, diner.email);
  const email = emails.find(({ subject }) => subject.startsWith("You’re on the list"))?.text ?? "";
  const told = [await readPageText(await diner.get(`/dashboard/bookings/${id}`)), email];
  for (const text of told) {
    for (const sentence of [
      "If you get a seat, we’ll email you the restaurant",
      "a few people may not get a seat at once.",
      "If that’s you, we’ll email you, and look for one until 3 hours before dinner.",
      "If none comes free, it costs you nothing, and you’ll get priority the next time you book.",
    ])
      expect(text.replaceAll(/\s+/g, " ")).toContain(sentence);
    expect(text).not.toContain("Then we’ll email you the restaurant");
  }
});

test("the next booking is the first one below the heading of the upcoming ones", async () => {
  const diner = await signUpDiner(club);
  await book(diner, await createEvent(club, { hoursFromNow: 200 }));
  await book(diner, await createEvent(club, { hoursFromNow: 100 }));
  const page = await parsePage(await diner.get("/dashboard/bookings"));
  const upcoming = page.querySelectorAll("main section")[0];
  const headings = page.querySelectorAll("main h1, main h2, main h3");
  expect(headings.map(({ tagName }) => tagName).slice(0, 4)).toEqual(["H1", "H2", "H3", "H3"]);
  expect(upcoming?.querySelector("h2")?.textContent).toBe("Upcoming Bookings");
  expect(upcoming?.querySelector("article")?.textContent).toMatch(/in [45] days/);
  const rows =
    upcoming?.querySelectorAll("ul").find((list) => list.parentNode === upcoming)?.childNodes ?? [];
  expect(rows.map(({ textContent }) => /in ([4-9]) days/.exec(textContent)?.[1])).toEqual([
    expect.stringMatching(/[45]/),
    expect.stringMatching(/[89]/),
  ]);
});

test("a pending status has its tooltip on standby too, in the list and in the details", async () => {
  const diner = await signUpDiner(club);
  const [first, second] = [100, 200].map((hoursFromNow) => createEvent(club, { hoursFromNow }));
  for (const eventId of [await first, await second])
    await putOnStandby(club, await book(diner, eventId ?? ""), "left over");
  const list = await parsePage(await diner.get("/dashboard/bookings"));
  const tooltip = "Your booking is pending and we will inform you once it's confirmed.";
  expect(list.querySelectorAll(`[title="${tooltip}"]`)).toHaveLength(2);
  const [link] = findLinks(list, /^Location on/);
  const details = await parsePage(await diner.get(link?.getAttribute("href") ?? ""));
  expect(details.querySelectorAll(`[title="${tooltip}"]`)).toHaveLength(1);
  expect(readText(details)).not.toContain(tooltip);
});

describe("canceling", () => {
  test("shows the terms first, cancels once, frees the seat and sends an email", async () => {
    const diner = await signUpDiner(club);
    const eventId = await createEvent(club, { capacity: 1 });
    const path = `/dashboard/bookings/${await book(diner, eventId)}/cancel`;
    expect(await readPageText(await diner.get(path))).toContain("Canceling is free until");
    await Promise.all(Array.from({ length: 10 }, () => diner.post(path, {})));
    expect(await countBookings(club, eventId)).toBe(0);
    const emails = (await listEmailsTo(club, diner.email)).filter(
      ({ subject }) => subject === "Your booking is canceled",
    );
    expect(emails).toHaveLength(1);
    expect(await readPageText(await diner.get(path))).toContain("It’s already canceled");
    expect(await book(await signUpDiner(club), eventId)).not.toBe("");
  });

  test("is still possible late, and says until when it was free", async () => {
    const diner = await signUpDiner(club);
    const eventId = await createEvent(club);
    const id = await book(diner, eventId);
    await seatTogether(club, eventId, [id]);
    await moveEvent(eventId, 30);
    const page = await readPageText(await diner.get(`/dashboard/bookings/${id}/cancel`));
    expect(page).toContain("Canceling was free until");
    await diner.post(`/dashboard/bookings/${id}/cancel`, {});
    expect(await countBookings(club, eventId)).toBe(0);
  });

  test("was free on standby, for somebody who got a seat when it was late for others", async () => {
    const diner = await signUpDiner(club);
    const eventId = await createEvent(club);
    const id = await book(diner, eventId);
    await seatTogether(club, eventId, [await book(await signUpDiner(club), eventId)]);
    await putOnStandby(club, id, "left over");
    await moveEvent(eventId, 30);
    const [table] = await club.db.select().from(tables).where(eq(tables.eventId, eventId));
    if (!table) throw new Error("The event has no table");
    const isSeated = await seat(club.db, {
      ...{ bookingIds: [id], fromTableId: null, reason: "off standby", madeBy: "operator", shares: [] },
      ...{ tableId: table.id, venueId: table.venueId, now: new Date() },
    });
    expect(isSeated).toBe(true);
    const page = await readPageText(await diner.get(`/dashboard/bookings/${id}/cancel`));
    expect(page).toContain("Canceling was free while you were on standby. You can still cancel");
    expect(page).not.toContain("free until");
    await runCron(club);
    const [email] = await listEmailsTo(club, diner.email);
    expect(email?.text).toContain("Canceling was free while you were on standby.");
  });

  test("is impossible once the event has begun", async () => {
    const diner = await signUpDiner(club);
    const eventId = await createEvent(club);
    const id = await book(diner, eventId);
    await moveEvent(eventId, -0.1);
    await diner.post(`/dashboard/bookings/${id}/cancel`, {});
    expect(await countBookings(club, eventId)).toBe(1);
  });
});

test("shows first names, shared interests and the venue of a confirmed booking, but no email address", async () => {
  const eventId = await createEvent(club);
  const [one, other] = [await signUpDiner(club), await signUpDiner(club)];
  const [ownId, otherId] = [await book(one, eventId), await book(other, eventId)];
  const path = `/dashboard/bookings/${ownId}`;
  expect(await readPageText(await one.get(path))).not.toContain("has in common");
  await seatTogether(club, eventId, [ownId, otherId]);
  const response = await one.get(path);
  const html = await response.clone().text();
  const page = await parsePage(response);
  const lines = readText(page).split("\n");
  expect(lines).toContain("Most of you could talk about music for hours.");
  expect(await readPageText(await one.get("/dashboard/bookings"))).toContain(
    "Most of you could talk about music for hours.",
  );
  const names = page.querySelectorAll("main li").map(readText);
  expect(names).toContain("Zsófi");
  expect(names).toContain("You");
  for (const kept of [other.email, "Kiss"]) expect(html).not.toContain(kept);
  expect(findLinks(page, /^Get Directions/)[0]?.getAttribute("href")).toBe("https://maps.example/?q=1");
});

test("the next dinner’s card asks who was asked along, and then says whom they wait for", async () => {
  const eventId = await createEvent(club, { diets: [1] });
  const [one, other] = [await signUpDiner(club), await signUpDiner(club)];
  const [ownId, otherId] = [await book(one, eventId), await book(other, eventId)];
  const now = new Date();
  await club.db.insert(pairs).values([
    { pairId: "asked along", bookingId: ownId, agreedAt: now },
    { pairId: "asked along", bookingId: otherId, askedAt: now },
  ]);
  const open = async (diner: typeof one) => parsePage(await diner.get("/dashboard/bookings"));
  expect(readText(await open(one))).toContain("You’d like to sit at one table with Zsófi.");
  const asked = await open(other);
  expect(readText(asked)).toContain("Would you like to sit at one table with");
  for (const page of [asked, await parsePage(await other.get(`/dashboard/bookings/${otherId}`))]) {
    expect(readText(page)).toContain("You sit together only if you both say yes.");
    expect(findButtons(page, "Yes, one table")).toHaveLength(1);
    expect(page.querySelector(`form[action="/bookings/${otherId}/together"]`)).not.toBeNull();
  }
});

test("shows a friend who comes along in the next seat, once both have agreed", async () => {
  const eventId = await createEvent(club, { diets: [1] });
  const [one, other] = [await signUpDiner(club), await signUpDiner(club)];
  const [ownId, otherId] = [await book(one, eventId), await book(other, eventId)];
  const seats = async (path: string) =>
    (await parsePage(await one.get(path))).querySelectorAll('ul[aria-label="Your table"] li').map(readText);
  const now = new Date();
  await club.db.insert(pairs).values([
    { pairId: "friends", bookingId: ownId, agreedAt: now },
    { pairId: "friends", bookingId: otherId, askedAt: now },
  ]);
  for (const path of ["/dashboard/bookings", `/dashboard/bookings/${ownId}`])
    expect(await seats(path), path).toEqual(["You", "Zsófi?", "", "", ""]);
  await club.db.update(pairs).set({ agreedAt: now }).where(eq(pairs.pairId, "friends"));
  for (const path of ["/dashboard/bookings", `/dashboard/bookings/${ownId}`])
    expect(await seats(path), path).toEqual(["You", "Zsófi", "", "", ""]);
});

test("offers to cancel the next dinner with a seat, for free as long as it is", async () => {
  const eventId = await createEvent(club);
  const [one, other] = [await signUpDiner(club), await signUpDiner(club)];
  const [ownId, otherId] = [await book(one, eventId), await book(other, eventId)];
  await seatTogether(club, eventId, [ownId, otherId]);
  for (const [hours, isFree] of [
    [72, true],
    [30, false],
  ] as const) {
    await moveEvent(eventId, hours);
    const page = await parsePage(await one.get("/dashboard/bookings"));
    const links = findLinks(page, /^Cancel/);
    expect(links.map(readText), `${hours} hours before`).toEqual(["Cancel booking"]);
    expect(readText(page).match(/Canceling is free until/g) ?? []).toHaveLength(isFree ? 1 : 0);
    expect(links[0]?.getAttribute("href")).toBe(`/dashboard/bookings/${ownId}/cancel`);
  }
});

test("shows the photo of a table mate until one of the two cancels", async () => {
  const eventId = await createEvent(club);
  const [one, other] = [await signUpDiner(club), await signUpDiner(club)];
  const key = await club.binding
    .prepare("SELECT id || '/face.png' AS key FROM users WHERE email = ?")
    .bind(other.email)
    .first<string>("key");
  await (await club.worker.getR2Bucket("AVATARS")).put(key ?? "", "face");
  await club.db.run(sql`UPDATE profiles SET avatar_url = ${key} WHERE id = substr(${key}, 1, 36)`);
  const [ownId, otherId] = [await book(one, eventId), await book(other, eventId)];
  const readType = async () => (await one.get("/avatars/face.png")).headers.get("Content-Type");
  expect(await readType()).toBe("image/svg+xml");
  await seatTogether(club, eventId, [ownId, otherId]);
  expect(await readType()).toBe("image/png");
  await other.post(`/dashboard/bookings/${otherId}/cancel`, {});
  expect(await readType()).toBe("image/svg+xml");
});

test("keeps the UID of the calendar file and raises its sequence", async () => {
  const diner = await signUpDiner(club);
  const id = await book(diner, await createEvent(club));
  const response = await diner.get(`/dashboard/bookings/${id}/calendar.ics`);
  expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  const first = await response.text();
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

test("says for ten minutes which of several dinners was canceled", async () => {
  const diner = await signUpDiner(club);
  await book(diner, await createEvent(club, { hoursFromNow: 100 }));
  const id = await book(diner, await createEvent(club, { hoursFromNow: 150 }));
  const read = async () => readPageText(await diner.get("/dashboard/bookings"));
  expect(await read()).not.toContain("is still on.");
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  expect(await read()).toMatch(/\w+day, \w+ \d+ is off\. \w+day, \w+ \d+ is still on\./);
  await club.db
    .update(bookings)
    .set({ canceledAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(bookings.id, id));
  expect(await read()).not.toContain("is still on.");
});

test("says of no dinner that it is off and still on", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  const id = await book(diner, eventId);
  await club.db.insert(deposits).values(newDeposit(id, { state: "refunding", cause: "canceled-in-time" }));
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  await book(diner, eventId);
  const text = await readPageText(await diner.get("/dashboard/bookings"));
  // Both are listed, because of the deposit on its way back.
  expect(text).toContain("Canceled");
  expect(text).not.toContain("is still on.");
});

test("counts a priority until the diner has had a table since", async () => {
  const diner = await signUpDiner(club);
  const [first, second] = [await createEvent(club), await createEvent(club, { hoursFromNow: 150 })];
  await createEvent(club, { hoursFromNow: 200 });
  const id = await book(diner, first);
  await club.db
    .update(bookings)
    .set({ canceled: true, canceledByClub: true, canceledAt: new Date(), standby: true })
    .where(eq(bookings.id, id));
  const pages = ["/dashboard/bookings", `/dashboard/bookings/${id}`];
  const read = (path: string) => diner.get(path).then(readPageText);
  for (const path of pages) expect(await read(path)).toContain("Your priority counts here");
  const later = await book(diner, second);
  await seatTogether(club, second, [later]);
  await club.db.update(bookings).set({ canceled: true }).where(eq(bookings.id, later));
  for (const path of pages) expect(await read(path)).not.toContain("Your priority counts here");
});

test("lists one canceled booking of an event at most, however often it was canceled", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club);
  for (let round = 0; round < 2; round++) {
    await diner.post(`/dashboard/bookings/${await book(diner, eventId)}/cancel`, {});
  }
  const listStatuses = async () =>
    (await readPageText(await diner.get("/dashboard/bookings"))).match(/Pending|Confirmed|Canceled/g);
  expect(await listStatuses()).toEqual(["Canceled"]);
  await book(diner, eventId);
  expect(await listStatuses()).toEqual(["Pending"]);
});

test("shows the thank-you view only for an active booking", async () => {
  const diner = await signUpDiner(club);
  const id = await book(diner, await createEvent(club));
  await diner.post(`/dashboard/bookings/${id}/cancel`, {});
  expect((await diner.get(`/events?booked=${id}`)).headers.get("Location")).toBe(`/dashboard/bookings/${id}`);
});

test("shows the thank-you view of a booking and its row in the list to its diner alone", async () => {
  const [owner, other] = [await signUpDiner(club), await signUpDiner(club)];
  const id = await book(owner, await createEvent(club));
  const thankYou = await readPageText(await other.get(`/events?booked=${id}`));
  expect(thankYou).not.toContain("Thank you for booking!");
  expect(await readPageText(await other.get("/dashboard/bookings"))).toContain("You have no bookings yet.");
});

test("who ended up alone at a table isn’t asked whom they would like to meet again", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club);
  const id = await book(diner, eventId);
  await seatTogether(club, eventId, [id]);
  const readDetails = async () => readPageText(await diner.get(`/dashboard/bookings/${id}`));
  for (const [hours, text] of [
    [-3, "you can tell us how it was."],
    [-49, "How was it?"],
  ] as const) {
    await moveEvent(eventId, hours);
    expect(await readDetails()).toContain(text);
    expect(await readDetails()).not.toMatch(/meet\s+again/);
  }
});
