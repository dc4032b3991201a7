import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { readCookies } from "#tests/support/accounts.ts";
import { createCityEvent, viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvent, signUpDiner } from "#tests/support/events.ts";
import {
  findLinks,
  type Page,
  parsePage,
  readAlerts,
  readSelectedValue,
  readText,
} from "#tests/support/html.ts";

const club = openClub({ timeZone: "Europe/Budapest" });
const twoCityClub = openClub({ timeZone: "Europe/Budapest" });

const eventCount = 70;

beforeAll(async () => {
  for (const { db, id: eventId } of [
    { ...club, id: await createEvent(club) },
    { ...twoCityClub, id: (await createCityEvent(twoCityClub, { city: viennaCity })).id },
  ]) {
    const numbers = JSON.stringify(Array.from({ length: eventCount - 1 }, (_, i) => i + 1));
    await db.run(sql`insert into events (id, city_id, date, scheduled_for, closes_at, available)
      select 'later-' || value, city_id, date + value * 86400000, date + value * 86400000, closes_at + value * 86400000, 1
      from ${events}, json_each(${numbers}) where ${events.id} = ${eventId}`);
    await db.run(sql`insert into event_venues (event_id, venue_id, tables)
      select later.id, ev.venue_id, 2 from ${events} later join event_venues ev on ev.event_id = ${eventId}
      where later.id like 'later-%'`);
  }
  await createEvent(twoCityClub);
});

const listEventIds = (page: Page) =>
  page.querySelectorAll("input[name=event]").map((input) => input.getAttribute("value"));

const linkTo = (page: Page, name: string) => findLinks(page, name)[0]?.getAttribute("href") ?? undefined;

test("counts all upcoming events, lists sixty, and leads to the others", async () => {
  const first = await parsePage(await club.fetch("/events"));
  expect(readText(first)).toContain("We found 70 upcoming events for you to choose from:");
  expect(readText(first)).toContain("1 to 60 of 70");
  expect(listEventIds(first)).toHaveLength(60);
  expect(linkTo(first, "Earlier dinners")).toBeUndefined();
  const later = linkTo(first, "Later dinners");
  expect(later).toBe("?page=2");
  const second = await parsePage(await club.fetch(`/events${later}`));
  expect(readText(second)).toContain("We found 70 upcoming events for you to choose from:");
  expect(readText(second)).toContain("61 to 70 of 70");
  expect(new Set([...listEventIds(first), ...listEventIds(second)]).size).toBe(eventCount);
  expect(readSelectedValue(second, "event")).toBe("later-60");
  expect(linkTo(second, "Later dinners")).toBeUndefined();
  expect(linkTo(second, "Earlier dinners")).toBe("?page=1");
});

test("keeps the city on the other pages", async () => {
  const first = await parsePage(await twoCityClub.fetch("/events?city=vienna"));
  expect(linkTo(first, "Later dinners")).toBe("?city=vienna&page=2");
  const second = await parsePage(await twoCityClub.fetch("/events?city=vienna&page=2"));
  expect(readText(second)).toContain("Dinners in Vienna");
  expect(listEventIds(second)).toContain("later-69");
});

test.each(["0", "-1", "x", "1e99", "99", "2.9", "' OR 1=1 --"])(
  "answers the page %j with one that exists",
  async (page) => {
    const asked = await club.fetch(`/events?page=${encodeURIComponent(page)}`);
    const path = asked.headers.get("Location");
    const response = path ? await club.fetch(path) : asked;
    expect(response.status).toBe(200);
    expect([60, 10]).toContain(listEventIds(await parsePage(response)).length);
  },
);

test("remembers an event of a later page through sign-up and quiz", async () => {
  const signedOut = await club.fetch("/events?page=2", {
    method: "POST",
    body: new URLSearchParams({ event: "later-65" }),
  });
  expect(signedOut.headers.get("Location")).toBe("/register?next=/events");
  const page = await parsePage(await club.fetch("/events", { headers: { Cookie: readCookies(signedOut) } }));
  expect(readSelectedValue(page, "event")).toBe("later-65");
  const shown = await parsePage(await club.fetch("/events?event=later-66"));
  expect(readSelectedValue(shown, "event")).toBe("later-66");
});

test("keeps the page when a booking is refused, and books from there", async () => {
  const diner = await signUpDiner(club);
  const near = await createEvent(club, { hoursFromNow: 150 + 65 * 24 + 2 });
  await diner.post("/events", { event: near });
  const refused = await diner.post("/events?page=2", { event: "later-65" });
  expect(refused.status).toBe(409);
  const page = await parsePage(refused);
  expect(readAlerts(page)[0]).toContain("Two dinners must be at least 4 hours apart.");
  expect(readSelectedValue(page, "event")).toBe("later-60");
  expect(page.querySelector("input[value=later-65]")?.hasAttribute("disabled")).toBe(true);
  const booked = await diner.post("/events?page=2", { event: "later-68" });
  expect(booked.headers.get("Location")).toMatch(/^\/events\?booked=/);
});
