import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { loadBatched } from "#app/db/batches.ts";
import { venues } from "#app/db/schema/venue.ts";
import { standbyUnlessSuited } from "#app/lib/booking/standby-reasons.ts";
import { match } from "#app/matching/solve.ts";
import { readUpcomingEvents } from "#app/models/event/upcoming-events.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import {
  bookForDiners,
  createCity,
  createEvent,
  type Diner,
  insertDiners,
  signUpDiner,
  venueOf,
} from "#tests/support/events.ts";
import { parsePage, readPageText, readText } from "#tests/support/html.ts";

const club = openClub();

type Facts = Partial<Pick<typeof venues.$inferInsert, "diets" | "priceLevel" | "stepFree">>;

/** Returns the slug of a new city with an event that has a venue of each of these. */
async function createEventAt(offers: Facts[]) {
  const cityId = await createCity(club);
  const eventId = await createEvent(club, { cityId, venueTables: offers.map(() => 1) });
  for (const [i, offer] of offers.entries())
    await club.db
      .update(venues)
      .set(offer)
      .where(eq(venues.id, venueOf(eventId, i)));
  return { slug: cityId, eventId };
}

const questions = { diet: 11, budget: 15, access: 25 };

type Answers = Partial<Record<keyof typeof questions, string>>;

async function answer(diner: Diner, answers: Answers) {
  for (const [role, position] of Object.entries(answers))
    await diner.post("/quiz", { question: String(questions[role as keyof Answers]), answer: position });
}

const vegan = "2";
const lowest = "1";
const stepFree = "1";
const unless = "You can book it, but you’ll be on standby, unless we find a restaurant that suits you.";

test("a diner who books it reads the same on every page and in the email, is offered no deposit, and can change it", async () => {
  const diner = await signUpDiner(club);
  await answer(diner, { diet: vegan });
  const { slug, eventId } = await createEventAt([{ diets: [1] }]);
  const answerToBooking = await diner.post("/events", { event: eventId });
  const thankYou = answerToBooking.headers.get("Location") ?? "";
  const id = new URL(thankYou, club.url).searchParams.get("booked");
  const note = "No restaurant at this dinner caters for this diet: vegan.";
  const paths = [thankYou, "/dashboard/bookings", `/dashboard/bookings/${id}`];
  for (const path of paths) {
    const page = await parsePage(await diner.get(path));
    const text = readText(page).replaceAll(/\s+/g, " ");
    if (path === thankYou)
      expect(text).toContain(`${note} ${standbyUnlessSuited} You can change your answer`);
    else expect(text, path).toContain("We’re still looking for a restaurant for you");
    for (const sentence of [note, standbyUnlessSuited]) expect(text, path).toContain(sentence);
    expect(page.querySelectorAll("a[href^='/quiz?only=11']"), path).toHaveLength(1);
    expect(readText(page), path).not.toContain("Pay Deposit");
  }
  const [email] = await listEmailsTo(club, diner.email);
  expect(email?.text).toContain(
    `No restaurant at this dinner caters for your diet. ${standbyUnlessSuited} If your answer was a slip, you can change it below.`,
  );
  expect(email?.text).toContain("/quiz?only=11");
  await club.db
    .update(venues)
    .set({ diets: [1, 2] })
    .where(eq(venues.id, venueOf(eventId)));
  for (const path of paths) expect(await readPageText(await diner.get(path)), slug).not.toContain("standby");
});

describe("the list of dinners warns a diner whom no restaurant of the dinner suits", () => {
  test.each<[what: string, answers: Answers, offers: Facts[], text: string, shortText: string]>([
    [
      "for their diet",
      { diet: vegan },
      [{ diets: [1] }],
      "No restaurant at this dinner caters for this diet: vegan.",
      "Can’t cater for your diet",
    ],
    [
      "at their price",
      { budget: lowest },
      [{ diets: [1], priceLevel: 3 }],
      "Every restaurant at this dinner costs more than you’d like to spend.",
      "More than you’d spend",
    ],
    [
      "without steps",
      { access: stepFree },
      [{ diets: [1] }],
      "No restaurant at this dinner has step-free access.",
      "No step-free access",
    ],
    [
      "for several reasons",
      { budget: lowest, access: stepFree },
      [{ diets: [1], priceLevel: 3 }],
      "Every restaurant at this dinner costs more than you’d like to spend. No restaurant at this dinner has step-free access.",
      "Can’t meet all your needs",
    ],
    [
      "all together",
      { diet: vegan, budget: lowest },
      [
        { diets: [2], priceLevel: 3 },
        { diets: [1], priceLevel: 1 },
      ],
      "No restaurant at this dinner meets all you need at once: vegan, at your price.",
      "Can’t meet all your needs",
    ],
  ])("%s", async (_, answers, offers, text, shortText) => {
    const { slug, eventId } = await createEventAt(offers);
    const diner = await signUpDiner(club);
    await answer(diner, { diet: "1", budget: "4", access: "2", ...answers });
    const page = await parsePage(await diner.get(`/events?city=${slug}`));
    expect(readText(page)).toContain(`${text} ${unless}`);
    const radio = page.querySelector(`input[value=${eventId}]`);
    const described = (radio?.getAttribute("aria-describedby") ?? "").split(" ");
    expect(readText(page.getElementById(described[0] ?? "") ?? page)).toContain(text);
    const [beside] = page.querySelectorAll("[data-summary]");
    expect(beside?.text).toContain("on standby");
    expect(readText(page)).toContain(shortText);
    const booked = await diner.post(`/events?city=${slug}`, { event: eventId });
    expect(booked.headers.get("Location")).toContain("booked=");
  });

  test("and nobody else", async () => {
    const { slug } = await createEventAt([{ diets: [] }, { diets: [2], priceLevel: 1, stepFree: true }]);
    const diner = await signUpDiner(club);
    await answer(diner, { diet: vegan, budget: lowest, access: stepFree });
    for (const response of [
      await diner.get(`/events?city=${slug}`),
      await club.fetch(`/events?city=${slug}`),
    ])
      expect(readText(await parsePage(response))).not.toContain("No restaurant");
  });
});

test("warns just those whom the matcher leaves without a seat, for the same first reason", async () => {
  const offers: Facts[] = [
    { diets: [], priceLevel: 1, stepFree: false },
    { diets: [2], priceLevel: 3, stepFree: false },
    { diets: [1, 2], priceLevel: 2, stepFree: false },
    { diets: [3], priceLevel: 2, stepFree: true },
  ];
  const wishes = ["[7]", "[2]", "[1,2]", "[3]", "[4]"].flatMap((diet) =>
    ["[1]", "[2]", "[3]", null].flatMap((budget) =>
      ["[1]", "[2]"].map((access) => ({ diet, budget, access })),
    ),
  );
  for (const someOffers of [offers.slice(0, 1), offers.slice(1, 3), offers]) {
    const { slug, eventId } = await createEventAt(someOffers);
    const userIds = await insertDiners(club, wishes.length);
    for (const [n, wish] of wishes.entries())
      for (const [role, id] of Object.entries(questions)) {
        const given = wish[role as keyof Answers];
        if (given)
          await club.binding
            .prepare("INSERT INTO user_answers (user_id, question_id, answer_ids) VALUES (?, ?, ?)")
            .bind(userIds[n], id, given)
            .run();
      }
    await club.binding.exec(`UPDATE events SET capacity = 100 WHERE id = '${eventId}'`);
    await bookForDiners(club, userIds, eventId);
    const data = await loadMatchData(club.db, eventId);
    if (!data) throw new Error("No match data");
    const { standby } = match(buildMatchInput(eventId, data, {} as Env));
    const unsuited = ["diet", "price", "access", "venue"];
    const reasons = new Map(standby.map(({ diner, reason }) => [diner, reason]));
    for (const { userId, bookingId } of data.diners) {
      const { events } = await loadBatched(
        club,
        readUpcomingEvents(club.db, {
          slug,
          userId: sql`${userId}`,
          latitude: undefined,
          longitude: undefined,
          timeZone: "UTC",
          page: null,
          now: new Date(),
        }),
      );
      const reason = reasons.get(bookingId);
      expect(events[0]?.unmetNeeds.needs[0]).toBe(reason && unsuited.includes(reason) ? reason : undefined);
    }
  }
});
