import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { isUnmetNeed, standbyExplanations, standbyReasons } from "#app/lib/booking/standby-reasons.ts";
import { dateAndTime, withPlainSpaces } from "#app/lib/dates.ts";
import { timeBefore } from "#app/lib/event/event-times.ts";
import { endStandby } from "#app/models/booking/event-transitions.server.ts";
import { dissolve } from "#app/models/booking/seat-transitions.server.ts";
import { cancelByClub } from "#app/models/booking/transitions.server.ts";
import { cancelEvent } from "#app/models/event/events.server.ts";
import { listEmailsTo, readCookies } from "#tests/support/accounts.ts";
import { createCityEvent, putOnStandby, seatAt, tokyoCity, viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { newDeposit } from "#tests/support/deposits.ts";
import { addTestCity, book, type Diner, signUpDiner } from "#tests/support/events.ts";
import { findLinks, type Page, parsePage, readText } from "#tests/support/html.ts";

const club = openClub({
  timeZone: "Europe/Budapest",
  vars: { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" },
});

/** Of the list of bookings, the next dinner first. */
const listRows = (page: Page) =>
  page.querySelectorAll("main section li").filter((row) => !row.parentNode?.closest("section li"));

beforeAll(() => addTestCity(club));

const load = async (diner: Diner, path: string) => parsePage(await diner.get(path));

const nameDiner = (diner: Diner, name: string) =>
  club.binding
    .prepare("UPDATE profiles SET first_name = ? WHERE id = (SELECT id FROM users WHERE email = ?)")
    .bind(name, diner.email)
    .run();

/** In the order in which they sit, from the viewer's seat clockwise. */
const readParty = (page: Page) => page.querySelectorAll(".party .party-name").map(readText);

const promises = /your seat|one seat|seat is yours|seat is booked|you have a seat|we have a seat/i;

test("shows only the city before the tables are made, and promises no seat", async () => {
  const diner = await signUpDiner(club);
  const venues = [
    { name: "Gasthaus Linde", address: "Lindengasse 1", district: "Neubau", diets: [1] },
    { name: "Gasthaus Eiche", address: "Eichengasse 2", district: "Neubau", diets: [1] },
  ];
  const { id } = await createCityEvent(club, { city: viennaCity, venues });
  const booked = await diner.post("/events?city=vienna", { event: id });
  const thanks = await load(diner, booked.headers.get("Location") ?? "");
  expect(thanks.querySelector(".evening-yours")).not.toBeNull();
  const thankYou = readText(thanks);
  expect(thankYou).toContain("Vienna");
  expect(thankYou).toContain("You’re on the list.");
  const bookingId = await book(diner, id);
  const details = readText(await load(diner, `/dashboard/bookings/${bookingId}`));
  expect(details).toContain("Vienna");
  expect(details).toContain("Neubau");
  expect(details).toMatch(
    /We’ll tell you on \w+day, \w+ \d+\s+If you get a seat, we’ll email you the restaurant/,
  );
  const list = readText(await load(diner, "/dashboard/bookings"));
  for (const text of [thankYou, details, list]) {
    expect(text).not.toMatch(/Linde|Eiche|Get Directions/);
    expect(text).not.toMatch(promises);
  }
});

test("shows the venue, the table and its name once the booking is confirmed", async () => {
  const [diner, other] = [await signUpDiner(club), await signUpDiner(club)];
  const { id, venueIds } = await createCityEvent(club, {
    city: viennaCity,
    venues: [
      { name: "Gasthaus Linde", district: "Neubau" },
      {
        name: "Gasthaus Eiche",
        address: "Eichengasse 2",
        district: "Josefstadt",
        phone: "+43 1 555 01 00",
        googleMapsLink: "https://maps.example/?q=eiche",
      },
    ],
  });
  const bookingIds = [await book(diner, id), await book(other, id)];
  await seatAt(club, { eventId: id, venueId: venueIds[1] ?? "", number: 7, bookingIds });
  for (const path of ["/dashboard/bookings", `/dashboard/bookings/${bookingIds[0]}`]) {
    const page = await load(diner, path);
    const text = readText(page);
    expect(text, path).toContain("Gasthaus Eiche");
    expect(text, path).toContain("Eichengasse 2");
    expect(text, path).toContain("Josefstadt");
    expect(text, path).toMatch(/Table\s*7/);
    expect(text, path).not.toContain("Linde");
    const [directions] = findLinks(page, /^Get Directions/);
    expect(directions?.getAttribute("href"), path).toBe("https://maps.example/?q=eiche");
    expect(directions?.getAttribute("target"), path).toBe("_blank");
    expect(findLinks(page, "Calendar")[0]?.getAttribute("href"), path).toBe(
      `/dashboard/bookings/${bookingIds[0]}/calendar.ics`,
    );
  }
  const details = await load(diner, `/dashboard/bookings/${bookingIds[0]}`);
  expect(readText(details)).toMatch(/Reserved for\s*Öten/);
  expect(findLinks(details, "Call the restaurant")[0]?.getAttribute("href")).toBe("tel:+4315550100");
});

test("offers no call where the venue has no phone", async () => {
  const diner = await signUpDiner(club);
  const { id, venueIds } = await createCityEvent(club, {});
  const bookingId = await book(diner, id);
  await seatAt(club, { eventId: id, venueId: venueIds[0] ?? "", number: 1, bookingIds: [bookingId] });
  const details = await load(diner, `/dashboard/bookings/${bookingId}`);
  expect(findLinks(details, "Call the restaurant")).toEqual([]);
});

test("seats everybody in the same order, each from their own seat", async () => {
  const names = ["Ágnes", "Bence", "Csilla", "Dénes", "Emma"];
  const { id, venueIds } = await createCityEvent(club, {});
  const diners = await Promise.all(names.map(() => signUpDiner(club)));
  const bookingIds: string[] = [];
  for (const [i, diner] of diners.entries()) {
    bookingIds.push(await book(diner, id));
    await nameDiner(diner, names[i] ?? "");
  }
  await seatAt(club, { eventId: id, venueId: venueIds[0] ?? "", number: 3, bookingIds });
  const circle = names.toSorted();
  for (const [i, diner] of diners.entries()) {
    const own = circle.indexOf(names[i] ?? "");
    const neighbors = [...circle.slice(own + 1), ...circle.slice(0, own)];
    const page = await load(diner, `/dashboard/bookings/${bookingIds[i]}`);
    expect(readParty(page)).toEqual(["You", ...neighbors]);
  }
});

test("reveals the table on the first visit only", async () => {
  const diner = await signUpDiner(club);
  const { id, venueIds } = await createCityEvent(club, {});
  const bookingId = await book(diner, id);
  const path = `/dashboard/bookings/${bookingId}`;
  const pending = await diner.get(path);
  expect(readCookies(pending)).not.toContain("seen=");
  await seatAt(club, { eventId: id, venueId: venueIds[0] ?? "", number: 1, bookingIds: [bookingId] });
  const first = await diner.get(path);
  const cookies = readCookies(first);
  expect((await parsePage(first)).querySelectorAll(".party-revealed")).toHaveLength(1);
  const later = await club.fetch(path, { headers: { Cookie: `${diner.cookie}; ${cookies}` } });
  expect((await parsePage(later)).querySelectorAll(".party-revealed")).toHaveLength(0);
  const hostile = { Cookie: `${diner.cookie}; ${writeCookie("seen", `${".".repeat(2_000)}<script>`)}` };
  expect((await club.fetch(path, { headers: hostile })).status).toBe(200);
});

/** For everybody who takes part in these tests. */
const suitable = { diets: [1], stepFree: true };

const reasonsWithChance = standbyReasons.filter((reason) => !isUnmetNeed(reason));

test.each(reasonsWithChance)("says on standby why, until when and what happens then: %s", async (reason) => {
  const diner = await signUpDiner(club);
  const { id } = await createCityEvent(club, { city: viennaCity, venues: [suitable] });
  const bookingId = await book(diner, id);
  await putOnStandby(club, bookingId, reason);
  for (const path of ["/dashboard/bookings", `/dashboard/bookings/${bookingId}`]) {
    const page = await load(diner, path);
    const text = readText(page);
    expect(text, path).toContain("Pending · on standby");
    expect(text, path).toContain(standbyExplanations[reason]);
    expect(text, path).toMatch(/We’ll look for a seat until \w+day, \w+ \d+, \d+:\d\d [AP]M\./);
    expect(text, path).toMatch(/^We’re looking for a seat for you( on \w+day)?$/m);
    expect(text, path).toContain("You don’t have to do anything");
    expect(text, path).toContain(
      "If none does, your booking ends, and you’ll get priority the next time you book.",
    );
    expect(findLinks(page, "Cancel for free"), path).toHaveLength(1);
    expect(text, path).toContain("There’s no deposit to pay while you’re on standby.");
    expect(text, path).not.toMatch(promises);
    expect(findLinks(page, "Pay Deposit"), path).toEqual([]);
  }
  const payment = await load(diner, `/payment?booking=${bookingId}`);
  expect(readText(payment)).toContain("There’s nothing to pay yet");
  expect(payment.querySelectorAll("form[action='/payment']")).toHaveLength(0);
});

test("says on standby that a paid deposit is refunded in full", async () => {
  const diner = await signUpDiner(club);
  const { id } = await createCityEvent(club, {});
  const bookingId = await book(diner, id);
  await putOnStandby(club, bookingId, "full");
  await club.db.insert(deposits).values(newDeposit(bookingId));
  for (const path of ["/dashboard/bookings", `/dashboard/bookings/${bookingId}`]) {
    const text = readText(await load(diner, path));
    expect(text, path).toContain("we’ll refund your deposit in full");
    expect(text, path).toContain("Cancel for free");
    expect(text, path).toContain("Deposit paid · refundable");
  }
});

describe("whom no restaurant of the dinner suits", () => {
  const falseHope = /if (one|a seat)[^.]* becomes free|We look (for|until)/;

  async function standBy(venues: Parameters<typeof createCityEvent>[1]["venues"], reason: string) {
    const diner = await signUpDiner(club);
    await diner.post("/quiz", { question: "25", answer: "1" });
    const { id } = await createCityEvent(club, { venues, hoursFromNow: 60 + 5 * ++standbyCount });
    const bookingId = await book(diner, id);
    await putOnStandby(club, bookingId, reason);
    return { diner, id, bookingId };
  }
  let standbyCount = 0;

  test.each([
    ["diet", [{ stepFree: true }], "caters for this diet: vegetarian.", "11"],
    ["price", [{ ...suitable, priceLevel: 2 }], "costs more than you’d like to spend.", "15"],
    ["access", [{ diets: [1] }], "has step-free access.", "25"],
    [
      "venue",
      [{ stepFree: true }, { diets: [1] }],
      "No restaurant at this dinner meets all you need at once: vegetarian, without steps.",
      "11,25",
    ],
    ["left over", [{ diets: [1] }], "has step-free access.", "25"],
    [
      "table closed",
      [{ diets: [1] }],
      "The restaurant can’t use your table after all. No restaurant at this dinner has",
      "25",
    ],
  ])("gets no false hope, and can change the answer: %s", async (reason, venues, sentence, questionIds) => {
    const { diner, bookingId } = await standBy(venues, reason);
    for (const path of ["/dashboard/bookings", `/dashboard/bookings/${bookingId}`]) {
      const page = await load(diner, path);
      const text = readText(page);
      expect(text, path).toContain(sentence);
      expect(text, path).toMatch(/^Not this (time|\w+day), we’re sorry$/m);
      const hasSuited = findLinks(page, /^Book this one/).length > 0;
      expect(text, path).toContain(
        hasSuited ? " that can suit you" : "No other dinner that you can book suits you yet.",
      );
      expect(findLinks(page, "See other dinners"), path).toHaveLength(hasSuited ? 0 : 1);
      expect(text, path).toMatch(
        /Unless a restaurant here suits you by \w+day, .*, this booking ends, and you’ll get priority/,
      );
      expect(text.includes("has one that suits you."), path).toBe(hasSuited);
      expect(text, path).not.toMatch(falseHope);
      const [link] = findLinks(page, "Change answer");
      expect(link?.getAttribute("href")).toBe(`/quiz?only=${questionIds}`);
    }
    expect((await diner.get(`/quiz?only=${questionIds}`)).status).toBe(200);
  });

  test("is led only to dinners that can suit them", async () => {
    const { diner, bookingId } = await standBy([{ diets: [1] }], "access");
    const hoursFromNow = 49;
    const unsuited = await createCityEvent(club, { venues: [{ diets: [1] }], hoursFromNow });
    const suited = await createCityEvent(club, { venues: [suitable], hoursFromNow: hoursFromNow + 5 });
    const page = await load(diner, `/dashboard/bookings/${bookingId}`);
    const paths = findLinks(page, /^Book this one/).map((link) => link.getAttribute("href"));
    expect(paths[0]).toBe(`/dashboard/bookings/new?event=${suited.id}`);
    expect(paths).not.toContain(`/dashboard/bookings/new?event=${unsuited.id}`);
    expect(readText(page)).toMatch(/The next dinners? that can suit you/);
    const list = await load(diner, "/dashboard/bookings");
    expect(findLinks(list, /^Book this one/).map((link) => link.getAttribute("href"))).toEqual([paths[0]]);
    expect(readText(list)).toContain("The next dinner that can suit you");
    for (const shown of [page, list]) expect(readText(shown)).toContain("Your priority counts here");
    for (const { id } of [unsuited, suited])
      await club.binding.exec(`UPDATE events SET closes_at = 0 WHERE id = '${id}'`);
  });

  test("hopes again with another answer", async () => {
    const { diner, bookingId } = await standBy([{ diets: [1] }], "access");
    await diner.post("/quiz?only=25", { question: "25", answer: "2" });
    const text = readText(await load(diner, `/dashboard/bookings/${bookingId}`));
    expect(text).toContain("When we made the tables, no restaurant suited you. Now one does");
    expect(text).toContain("If one comes free for you, you get it");
  });

  test("reads in a row of the list that a later dinner may suit", async () => {
    const { diner } = await standBy([{ diets: [1] }], "access");
    const earlier = await createCityEvent(club, { venues: [suitable], hoursFromNow: 52 });
    await book(diner, earlier.id);
    const [, row] = listRows(await load(diner, "/dashboard/bookings"));
    expect(row && readText(row)).toContain("step-free access. A later dinner may suit you.");
    expect(row && readText(row)).not.toMatch(falseHope);
  });
});

describe("a booking that the club ended says why", () => {
  async function bookOne(reason: string | null, venues = [suitable]) {
    const diner = await signUpDiner(club);
    await diner.post("/quiz", { question: "25", answer: "1" });
    const { id } = await createCityEvent(club, { venues });
    const bookingId = await book(diner, id);
    if (reason) await putOnStandby(club, bookingId, reason);
    return { diner, id, bookingId };
  }

  const outcome = "It costs you nothing, and you’ll get priority the next time you book.";

  async function expectEnding({ diner, bookingId }: { diner: Diner; bookingId: string }, sentence: string) {
    const page = await load(diner, `/dashboard/bookings/${bookingId}`);
    const list = await load(diner, "/dashboard/bookings");
    for (const shown of [page, list]) {
      expect(readText(shown)).toContain(`${sentence} ${outcome}`.trim());
      expect(readText(shown)).toMatch(/We’re sorry: we (had to cancel|found no seat for you on) \w+day/);
    }
  }

  test.each([
    [
      "when nobody gave up a seat",
      "full",
      [suitable],
      "No seat came free for you.",
      /^No seat came free for you on \w+day$/,
    ],
    [
      "when no restaurant suited the diner",
      "access",
      [{ diets: [1], stepFree: false }],
      "No restaurant at this dinner has step-free access.",
      /^We couldn’t find a restaurant for you on \w+day$/,
    ],
  ])("%s", async (_, reason, venues, sentence, subject) => {
    const booking = await bookOne(reason, venues);
    await endStandby(club.db, booking.id, new Date());
    await expectEnding(booking, sentence);
    const [email] = await listEmailsTo(club, booking.diner.email);
    expect(email?.text.includes(sentence)).toBe(reason === "access");
    expect(email?.text).toContain("\n\nYou’ll get priority the next time you book.\n\n");
    expect(email?.text.includes("/quiz?only=25")).toBe(reason === "access");
    expect(email?.text.includes("If your answer was a slip, you can change it.")).toBe(reason === "access");
    expect(email?.subject).toMatch(subject);
  });

  test("when the dinner or the booking was canceled, with the operator's sentence", async () => {
    const dinner = await bookOne(null);
    const because = "The kitchen is on fire.";
    await cancelEvent(club.db, { id: dinner.id, because, now: new Date() });
    await expectEnding(dinner, `This dinner can’t take place. ${because}`);
    const booking = await bookOne(null);
    await cancelByClub(club.db, { bookingId: booking.bookingId, because: undefined, now: new Date() });
    await expectEnding(booking, "");
    await club.binding.exec("DELETE FROM outbox");
    await expectEnding(dinner, "");
  });

  test("when the table was too small", async () => {
    const booking = await bookOne(null);
    const tableId = `${booking.id}-table-1`;
    await seatAt(club, {
      eventId: booking.id,
      venueId: `${booking.id}-venue-0`,
      number: 1,
      bookingIds: [booking.bookingId],
    });
    await dissolve(club.db, { bookingIds: [booking.bookingId], tableId, now: new Date() });
    await expectEnding(
      booking,
      "Too many people at your table had to cancel, and the other tables were full.",
    );
  });
});

test("Book Again chooses the dinner while it can be booked, and else leads to the list without a message", async () => {
  const diner = await signUpDiner(club);
  const { id } = await createCityEvent(club, {});
  const bookingId = await book(diner, id);
  await diner.post(`/dashboard/bookings/${bookingId}/cancel`, {});
  const listPaths = async (path: string, text: RegExp) =>
    (await load(diner, path))
      .querySelectorAll("main a")
      .filter((link) => text.test(readText(link)))
      .map((link) => link.getAttribute("href"));
  const chosen = `/dashboard/bookings/new?event=${id}`;
  const readPaths = async () => {
    const paths = await listPaths("/dashboard/bookings", /^Book Again/);
    const details = await listPaths(`/dashboard/bookings/${bookingId}`, /^Book /);
    const again = paths.filter((path) => path === chosen);
    expect(details.filter((path) => path === chosen)).toEqual(again);
    expect(details).toHaveLength(again.length + 1);
    return paths;
  };
  expect(await readPaths()).toEqual([chosen]);
  for (const change of [
    "closes_at = 0",
    "canceled_at = 0",
    "available = 0",
    "capacity = 0",
    "matched_at = 0",
  ]) {
    await club.binding.exec(`UPDATE events SET ${change} WHERE id = '${id}'`);
    expect(await readPaths(), change).toEqual(["/dashboard/bookings/new"]);
    await club.binding.exec(
      `UPDATE events SET closes_at = date - 1, canceled_at = NULL, available = 1, capacity = 10, matched_at = NULL WHERE id = '${id}'`,
    );
  }
  expect(await readPaths()).toEqual([chosen]);
  const sameEvening = await createCityEvent(club, { city: viennaCity, hoursFromNow: 152 });
  const otherId = await book(diner, sameEvening.id);
  const listed = await listPaths("/dashboard/bookings", /^Book (Again|it again)/);
  expect(listed).toEqual(["/dashboard/bookings/new"]);
  expect(await listPaths(`/dashboard/bookings/${bookingId}`, /^Book /)).not.toContain(chosen);
  await diner.post(`/dashboard/bookings/${otherId}/cancel`, {});
  expect(await listPaths("/dashboard/bookings", /^Book Again/)).toContain(chosen);
});

test("standby for a rule reads like standby for too few diners", () => {
  expect(standbyExplanations.rules).toBe(standbyExplanations["left over"]);
});

test("lists the next dinner first, as a ticket, and the others in rows with their city", async () => {
  const diner = await signUpDiner(club);
  const later = await createCityEvent(club, { city: viennaCity, hoursFromNow: 300 });
  const next = await createCityEvent(club, { hoursFromNow: 200 });
  const canceled = await createCityEvent(club, { hoursFromNow: 190 });
  await book(diner, later.id);
  const nextId = await book(diner, next.id);
  await diner.post(`/dashboard/bookings/${await book(diner, canceled.id)}/cancel`, {});
  const page = await load(diner, "/dashboard/bookings");
  const tickets = page.querySelectorAll("article");
  expect(tickets).toHaveLength(1);
  expect(tickets[0] && readText(tickets[0])).toContain("Your next dinner");
  const [location] = tickets[0]?.querySelectorAll("a[data-details]") ?? [];
  expect(location?.getAttribute("href")).toBe(`/dashboard/bookings/${nextId}`);
  const rows = listRows(page).map(readText);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain("Your next dinner");
  expect(rows[1]).toMatch(/Budapest.*Canceled/s);
  expect(rows[2]).toMatch(/Vienna.*Pending/s);
  expect(findLinks(page, /^Location on/)).toHaveLength(3);
});

test("offers who has no dinner ahead the next one of the city they booked last, on the list and on a past booking", async () => {
  const diner = await signUpDiner(club);
  const past = await createCityEvent(club, { city: viennaCity, hoursFromNow: 100 });
  const bookingId = await book(diner, past.id);
  await createCityEvent(club, { hoursFromNow: 60 });
  await createCityEvent(club, { city: viennaCity, hoursFromNow: 350 });
  const date = new Date(Date.now() - 100 * 3_600_000);
  await club.db
    .update(events)
    .set({ date, closesAt: new Date(date.getTime() - 48 * 3_600_000) })
    .where(eq(events.id, past.id));
  for (const path of ["/dashboard/bookings", `/dashboard/bookings/${bookingId}`]) {
    const hrefs = findLinks(await load(diner, path), /^Book this one/).map((link) =>
      link.getAttribute("href"),
    );
    expect(hrefs.length, path).toBeGreaterThan(0);
    for (const href of hrefs) {
      const id = new URL(href ?? "", club.url).searchParams.get("event") ?? "";
      const [event] = await club.db.select().from(events).where(eq(events.id, id));
      expect(event?.cityId, path).toBe(viennaCity.id);
    }
  }
});

test("says in whose time a dinner is where the diner's clock shows another one", async () => {
  const diner = await signUpDiner(club);
  const { id } = await createCityEvent(club, { city: tokyoCity });
  const bookingId = await book(diner, id);
  for (const path of [
    "/dashboard/bookings",
    `/dashboard/bookings/${bookingId}`,
    `/dashboard/bookings/${bookingId}/cancel`,
    `/payment?booking=${bookingId}`,
  ])
    expect(readText(await load(diner, path)), path).toMatch(/\d:\d\d [AP]M in Tokyo/);
});

test("takes the amounts of the payment page from the city", async () => {
  const diner = await signUpDiner(club);
  const { id } = await createCityEvent(club, { city: viennaCity, hoursFromNow: 500 });
  const page = await load(diner, `/payment?booking=${await book(diner, id)}`);
  expect(page.querySelector("s")?.textContent).toContain("7 EUR");
  expect(readText(page)).toContain("Deposit: 10 EUR");
});

test("offers a dinner to who has booked none, also in a club of several cities", async () => {
  const diner = await signUpDiner(club);
  const { id } = await createCityEvent(club, { city: viennaCity, hoursFromNow: 500 });
  const page = await load(diner, "/payment");
  expect(readText(page)).toContain("There’s nothing to pay");
  const [offered] = findLinks(page, /^Book this one/).map((link) => link.getAttribute("href"));
  expect(offered).toMatch(/^\/events\?event=/);
  await book(diner, id);
  await club.db.update(bookings).set({ canceled: true }).where(eq(bookings.eventId, id));
  const after = await load(diner, "/payment");
  const [offeredAfter] = findLinks(after, /^Book this one/).map((link) => link.getAttribute("href"));
  const [next] = await club.db
    .select({ cityId: events.cityId })
    .from(events)
    .where(eq(events.id, offeredAfter?.split("=")[1] ?? ""));
  expect(next?.cityId).toBe(viennaCity.id);
});

test("says when booking of this event ends, also where an operator has set another time", async () => {
  const diner = await signUpDiner(club);
  const { id } = await createCityEvent(club, { city: viennaCity });
  const booked = await diner.post("/events?city=vienna", { event: id });
  const bookingId = await book(diner, id);
  const [event] = await club.db.select().from(events).where(eq(events.id, id));
  const closesAt = timeBefore(event?.date ?? new Date(), 100 * 3_600_000);
  await club.db.update(events).set({ closesAt }).where(eq(events.id, id));
  const when = withPlainSpaces(dateAndTime(closesAt, viennaCity.timeZone));
  for (const path of [booked.headers.get("Location") ?? "", `/dashboard/bookings/${bookingId}`]) {
    const text = readText(await load(diner, path));
    expect(text, path).toContain(when);
    expect(text, path).not.toContain("Canceling is free until then");
  }
});

test("names the deposit that a diner has paid, also after the city asks for another one", async () => {
  const diner = await signUpDiner(club);
  const { id } = await createCityEvent(club, { city: viennaCity });
  const bookingId = await book(diner, id);
  await club.db.insert(deposits).values(newDeposit(bookingId, { amount: 1234, currency: "chf" }));
  for (const path of [`/dashboard/bookings/${bookingId}/cancel`, `/payment?booking=${bookingId}`])
    expect(readText(await load(diner, path)), path).toContain("12.34 CHF");
});
