import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { quizQuestions } from "#app/db/schema/quiz.ts";
import { dateAndTime, nextFridayEvening, withPlainSpaces } from "#app/lib/dates.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { explainAnswers } from "#app/matching/explain.ts";
import type { Answer, MatchQuestion } from "#app/matching/match-input.ts";
import { toMatchQuestion } from "#app/models/seating/match-input.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createCity, createEvent, testCity } from "#tests/support/events.ts";
import { parsePage, readPageText, readText } from "#tests/support/html.ts";
import { visitorHeaders } from "#tests/support/send-request.ts";

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

/** Answers with which the matcher says one of the sentences of this question, if there is one. */
function answersFor({ kind, says = [] }: MatchQuestion, sentences: string[]): Answer[] {
  const side = says.findIndex((phrase) =>
    sentences.some((sentence) => sentence.endsWith(` of you ${phrase}.`)),
  );
  if (side < 0) return [[], [], [], [], []];
  const isAll = sentences.includes(`All five of you ${says[side]}.`);
  const answer = [kind === "range" ? [1, 10][side] : side + 1] as Answer;
  return [answer, answer, answer, isAll ? answer : [], isAll ? answer : []];
}

test("the sample table has sentences that the matcher makes, in its order, and says that it is made up", async () => {
  const page = await parsePage(await fetchPage());
  const sample = page.querySelectorAll("section").find((section) => section.querySelector(".sample"));
  const shown = (sample?.querySelectorAll("li") ?? []).map(readText).filter((text) => text.endsWith("."));
  expect(shown).toHaveLength(3);
  const questions = (await club.db.select().from(quizQuestions)).map(toMatchQuestion);
  expect(explainAnswers(questions, (question) => answersFor(question, shown))).toEqual(shown);
  expect(sample && readText(sample)).toContain("An example. These people are made up.");
  expect(sample?.querySelectorAll(".sample img").map((image) => image.getAttribute("src"))).toEqual([
    expect.stringContaining("laid-table"),
  ]);
});

test("says where the dinners are and how much the deposit is as the club's cities have it", async () => {
  const before = await readPageText(await fetchPage());
  expect(before).not.toMatch(/Where\n/);
  expect(before).toContain("How much depends on the city.");
  await addCity("Budapest", "huf", 300_000);
  const withOne = await readPageText(await fetchPage());
  expect(withOne).toMatch(/Where\nBudapest\n/);
  expect(withOne).toContain("3000 HUF. It’s optional. We refund it the day after the dinner.");
  await addCity("Vienna", "eur", 1_000);
  const text = await readPageText(await fetchPage());
  expect(text).toContain("Budapest and Vienna");
  expect(text).toContain(
    "3000 HUF in Budapest and 10 EUR in Vienna. It’s optional. We refund it the day after the dinner.",
  );
});

test("the link below the countdown leads to registration, and the sentence of a sold-out Friday to the next dinner that can be booked", async () => {
  // Late on a Friday it says so of that evening, which nobody can book: in Tokyo it is Saturday then.
  const inTwoHours = Date.now() + 2 * hourMs;
  const timeZone =
    nextFridayEvening(new Date(), testCity.timeZone).getTime() > inTwoHours
      ? testCity.timeZone
      : "Asia/Tokyo";
  const friday = nextFridayEvening(new Date(), timeZone).getTime();
  const cityId = await createCity(club);
  const readNext = async () => {
    const page = await parsePage(await fetchPage(visitorHeaders(timeZone)));
    const next = page.querySelector("[aria-labelledby=next-event]");
    const links = next?.querySelectorAll("a") ?? [];
    expect(links.map(readText).at(-1)).toBe("take me there");
    expect(links.at(-1)?.getAttribute("href")).toBe("/register");
    return {
      text: next ? readText(next) : "",
      links: links.slice(0, -1).map((link) => [readText(link), link.getAttribute("href")]),
    };
  };
  const setDate = (id: string, date: number) =>
    club.db
      .update(events)
      .set({ date: new Date(date), closesAt: new Date(Math.min(date, Date.now() + hourMs * 2) - hourMs) })
      .where(eq(events.id, id));
  for (const day of [-1, 1])
    await setDate(await createEvent(club, { cityId, available: false }), friday + day * dayMs);
  expect((await readNext()).text).not.toContain("no longer be booked");
  const onFriday = await createEvent(club, { cityId });
  await setDate(onFriday, friday);
  const open = await readNext();
  expect(open.text).not.toContain("no longer be booked");
  expect(open.links).toEqual([]);
  await club.db.update(events).set({ capacity: 0 }).where(eq(events.id, onFriday));
  const alone = await readNext();
  expect(alone.text).toContain("This Friday can no longer be booked. No other date is open yet.");
  expect(alone.links).toEqual([]);
  await createEvent(club, { cityId, hoursFromNow: 900, available: false });
  const laterId = await createEvent(club, { cityId, hoursFromNow: 1000 });
  await createEvent(club, { cityId, hoursFromNow: 1100 });
  const [later] = await club.db.select().from(events).where(eq(events.id, laterId));
  const soldOut = await readNext();
  expect(soldOut.text).toContain("This Friday can no longer be booked. Next you can book:");
  const href = `/events?event=${laterId}`;
  const when = withPlainSpaces(dateAndTime(later?.date ?? new Date(), testCity.timeZone));
  expect(soldOut.links).toEqual([[expect.stringContaining(when), href]]);
  const list = await parsePage(await club.fetch(href));
  expect(list.querySelector("input[checked]")?.getAttribute("value")).toBe(laterId);
});

test("is there without the database, and says less", async () => {
  await club.binding.prepare("ALTER TABLE cities RENAME TO away").run();
  const response = await fetchPage();
  await club.binding.prepare("ALTER TABLE away RENAME TO cities").run();
  expect(response.status).toBe(200);
  expect(await readPageText(response)).not.toContain("Vienna");
  expect((await club.takeLoggedErrors()).join()).toContain("the landing page has no facts");
});
