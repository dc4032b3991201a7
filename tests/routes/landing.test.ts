import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { events } from "#app/db/schema/event.ts";
import { quizQuestions } from "#app/db/schema/quiz.ts";
import { drawFace, sampleSeeds } from "#app/lib/account/draw-face.ts";
import { longDate, nextFridayEvening, timeOfDay, withPlainSpaces } from "#app/lib/dates.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { explainAnswers } from "#app/matching/explain.ts";
import type { Answer, MatchQuestion } from "#app/matching/match-input.ts";
import { toMatchQuestion } from "#app/models/seating/match-input.server.ts";
import { listIcebreakers } from "#app/routes/dashboard.bookings.$id/describe-dinner.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createCity, createEvent, testCity } from "#tests/support/events.ts";
import { parsePage, readPageText, readText } from "#tests/support/html.ts";
import { visitorHeaders } from "#tests/support/send-request.ts";
import { startClub } from "#tests/support/start-club.ts";

const club = openClub();

let askedCount = 0;
/** With another address each time, which is not cached. */
const fetchPage = (headers = {}) => club.fetch(`/?${askedCount++}`, { headers });

const addCity = (name: string, currency: string, deposit: number) =>
  club.binding
    .prepare(
      "INSERT INTO cities (id, slug, name, time_zone, currency, price, deposit) VALUES (?1, ?1, ?2, 'UTC', ?3, 0, ?4)",
    )
    .bind(name.toLowerCase(), name, currency, deposit)
    .run();

/** The answers with which the matcher says this of most of a table. */
const answersOfMost = ({ kind, says = [] }: MatchQuestion, phrase: string): Answer[] => {
  const side = says.indexOf(phrase);
  const answer: Answer = kind === "range" ? [[1, 10][side] ?? 0] : [side + 1];
  return side < 0 ? [[], [], [], [], []] : [answer, answer, answer, [], []];
};

test("one table's evening shows what the product really says, and that the people are made up", async () => {
  const page = await parsePage(await fetchPage());
  const table = page.querySelectorAll("section").find((section) => section.querySelector(".sample"));
  const text = table ? readText(table) : "";
  expect(text).toContain("An example. These people are made up.");
  const said = table?.querySelectorAll("dd > p:first-child").map(readText) ?? [];
  expect(said).toHaveLength(4);
  const [, shown = "", phrase = ""] = /^“(Most of you (.+)\.)”$/.exec(said[0] ?? "") ?? [];
  const questions = (await club.db.select().from(quizQuestions)).map(toMatchQuestion);
  expect(explainAnswers(questions, (question) => answersOfMost(question, phrase))).toEqual([shown]);
  const asked = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((number) => listIcebreakers([], number));
  expect(asked.map((question) => `“${question}”`)).toContain(said[2]);
  const pictures = table?.querySelectorAll(".sample img").map((image) => image.getAttribute("src")) ?? [];
  expect(pictures).toHaveLength(6);
});

test("the faces at that table are drawn like everybody's", () => {
  const file = readFileSync(join(root, "app/assets/sample-faces.svg"), "utf8");
  const shapes = (svg: string) => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d ?? "");
  for (const seed of sampleSeeds)
    for (const shape of shapes(drawFace({ seed, isChosen: true }))) expect(file).toContain(shape);
});

test.each([
  ["", "your dinner’s page tells you how to get help"],
  ["+36 1 555 0199", "During the dinner, we answer at +36 1 555 0199."],
])(
  "who comes alone reads five lines, with a telephone where the club has one: %j",
  async (phone, sentence) => {
    const own = await startClub({ vars: { SAFETY_PHONE: phone } });
    const alone = (await parsePage(await own.fetch("/"))).querySelector(".alone");
    await own.worker.dispose();
    expect(alone?.querySelectorAll("li")).toHaveLength(5);
    expect(alone && readText(alone)).toContain(sentence);
    expect(alone?.querySelector("a")?.getAttribute("href")).toBe(phone ? "tel:+3615550199" : undefined);
  },
);

test("says where the dinners are and how much the deposit is as the club's cities have it", async () => {
  const before = await readPageText(await fetchPage());
  expect(before).not.toMatch(/Where\n/);
  expect(before).toContain("Depends on the city, optional and refundable");
  await addCity("Budapest", "huf", 300_000);
  const withOne = await readPageText(await fetchPage());
  expect(withOne).toMatch(/Where\nBudapest\n/);
  expect(withOne).toContain("3000 HUF, optional and refundable");
  await addCity("Vienna", "eur", 1_000);
  const text = await readPageText(await fetchPage());
  expect(text).toContain("Budapest and Vienna");
  expect(text).toContain("3000 HUF in Budapest and 10 EUR in Vienna, optional and refundable");
});

test("the countdown goes to Friday beside a dinner of that evening, or to the first that can be booked, and never to one that can't", async () => {
  // Late on a Friday it says so of that evening, which nobody can book: in Tokyo it is Saturday then.
  const inTwoHours = Date.now() + 2 * hourMs;
  const timeZone =
    nextFridayEvening(new Date(), testCity.timeZone).getTime() > inTwoHours
      ? testCity.timeZone
      : "Asia/Tokyo";
  const friday = nextFridayEvening(new Date(), timeZone);
  const cityId = await createCity(club);
  const readNext = async () => {
    const page = await parsePage(await fetchPage(visitorHeaders(timeZone)));
    const next = page.querySelector("[aria-labelledby=next-event]");
    expect(
      (next?.querySelectorAll("a") ?? []).map((link) => [readText(link), link.getAttribute("href")]),
    ).toEqual([["take me there", "/register"]]);
    return {
      text: next ? readText(next) : "",
      until: next?.querySelector("[role=timer]")?.getAttribute("data-countdown"),
      hasDrawing: Boolean(next?.querySelector(".evening")),
    };
  };
  const setDate = (id: string, date: number) =>
    club.db
      .update(events)
      .set({ date: new Date(date), closesAt: new Date(Math.min(date, Date.now() + hourMs * 2) - hourMs) })
      .where(eq(events.id, id));
  const long = (date: Date) => withPlainSpaces(longDate(date, testCity.timeZone));

  const soldOutId = await createEvent(club, { cityId, available: false });
  await setDate(soldOutId, friday.getTime() + dayMs);
  expect(await readNext()).toMatchObject({ until: "friday", hasDrawing: false });

  const onFriday = await createEvent(club, { cityId });
  await setDate(onFriday, friday.getTime());
  const laterId = await createEvent(club, { cityId, hoursFromNow: 1000 });
  await createEvent(club, { cityId, hoursFromNow: 1100 });
  const open = await readNext();
  expect(open).toMatchObject({ until: "friday", hasDrawing: true });
  expect(open.text).toContain("The next dinner you can book");
  expect(open.text).toContain(long(friday));
  expect(open.text).toContain(`${withPlainSpaces(timeOfDay(friday, testCity.timeZone))} in City `);
  expect(open.text).toMatch(/\d+ seats free/);
  expect(open.text).toMatch(/Dinner: /);

  await club.db.update(events).set({ capacity: 0 }).where(eq(events.id, onFriday));
  const [later] = await club.db.select().from(events).where(eq(events.id, laterId));
  const instead = await readNext();
  expect(instead.until).toBe(String(later?.date.getTime()));
  expect(instead.text).toContain(long(later?.date ?? friday));

  await club.db.update(events).set({ available: false });
  const none = await readNext();
  expect(none).toMatchObject({ until: "friday", hasDrawing: false });
  expect(none.text).toContain("This Friday can no longer be booked, and no other date is open yet.");
});

test("the next dinner is one of the visitor's city, and of two on one evening the one with taken seats", async () => {
  await club.db.update(events).set({ available: false });
  const timeZone = "Pacific/Chatham";
  const elsewhere = await createCity(club, { timeZone: "Pacific/Kiritimati" });
  const own = await createCity(club, { timeZone });
  const friday = nextFridayEvening(new Date(), timeZone);
  const closesAt = new Date(Date.now() + hourMs);
  const open = async (cityId: string, date: Date, capacity: number) => {
    const id = await createEvent(club, { cityId, capacity });
    await club.db.update(events).set({ date, closesAt }).where(eq(events.id, id));
    return id;
  };
  const findNext = async () => {
    const page = await parsePage(await fetchPage(visitorHeaders(timeZone)));
    return /\d+ seats free|\d+ of \d+ seats taken/.exec(
      page.querySelector("[aria-labelledby=next-event]")?.textContent ?? "",
    )?.[0];
  };
  const soon = new Date(Math.max(friday.getTime(), Date.now() + 2 * hourMs));
  await open(elsewhere, soon, 10);
  expect(await findNext()).toBe("10 seats free");
  await open(own, new Date(soon.getTime() + 20 * dayMs), 15);
  expect(await findNext()).toBe("15 seats free");
  await open(own, soon, 20);
  expect(await findNext()).toBe("20 seats free");
  const lit = await open(own, soon, 25);
  await club.db.update(events).set({ taken: 3 }).where(eq(events.id, lit));
  expect(await findNext()).toBe("3 of 25 seats taken");
});

test("is there without the database, and says less", async () => {
  await club.binding.prepare("ALTER TABLE cities RENAME TO away").run();
  const response = await fetchPage();
  await club.binding.prepare("ALTER TABLE away RENAME TO cities").run();
  expect(response.status).toBe(200);
  expect(await readPageText(response)).not.toContain("Vienna");
  expect((await club.takeLoggedErrors()).join()).toContain("the landing page has no facts");
});
