import { lastWeeks } from "#app/lib/dates.ts";
import { emailPriorities } from "#app/lib/email-kinds.ts";
import { addSums, noSums, type RatioSums, sumsOfGroup } from "#app/lib/event/estimates.ts";
import { hourMs, weekMs } from "#app/lib/time-units.ts";
import { Random } from "#app/matching/random.ts";
import type { ClubFigures } from "#app/models/figures/club-figures.server.ts";
import { club } from "#club";
import { groupByCity, type ReportData, type ReportEvent } from "./report-data.ts";

const seed = 5;

const cities = [
  {
    id: "budapest",
    name: club.city,
    tables: 12,
    first: 38,
    growth: 2,
    mean: 66,
    currency: "huf",
    deposit: 300_000,
  },
  {
    id: "vienna",
    name: "Vienna",
    tables: 8,
    first: 12,
    growth: 2.1,
    mean: 64,
    currency: "eur",
    deposit: 1_000,
  },
];

/** Makes up the same data every time, as an example of a report of a club with two cities. */
export function createSampleData(weekCount: number, now: Date): ReportData {
  const random = new Random(seed);
  const weeks = lastWeeks(weekCount, new Date(now.getTime() - weekMs), club.timeZone);
  const events = cities.flatMap((city) => weeks.map((week, i) => createEvent(city, week, i, now, random)));
  return {
    weeks,
    cities: groupByCity(cities, events),
    club: createClubFigures(events.length, random),
    weights: createWeights(weeks, random),
    promises: [
      {
        promise: "“No alcohol” (What do you drink with dinner?)",
        broken: 9,
        of: 96,
        whose: "diners who could have company",
      },
      { promise: "First dinner with the club", broken: 12, of: 310, whose: "diners who could have company" },
      { promise: "Somebody within 10 years of age", broken: 6, of: 1_480, whose: "seated diners" },
      { promise: "Ages less than 15 years apart", broken: 71, of: 296, whose: "tables" },
      { promise: "Both wish to meet again", broken: 17, of: 102, whose: "pairs who booked" },
    ],
    waits: weeks.slice(-4).flatMap((week) =>
      Object.values(emailPriorities).map((priority) => ({
        week,
        priority,
        count: 20 + random.nextBelow(80),
        medianMs: 2_000 + random.nextBelow(9_000) * (1 + priority),
        mostMs: 30_000 + random.nextBelow(60_000) * (1 + 3 * priority),
      })),
    ),
    madeAt: now,
    timeZone: club.timeZone,
    isSample: true,
  };
}

type SampleCity = (typeof cities)[number];

function createEvent(city: SampleCity, week: number, i: number, now: Date, random: Random): ReportEvent {
  const capacity = city.tables * 5;
  const booked = Math.min(capacity, Math.round(city.first + city.growth * i + random.nextBelow(6)));
  const lateCancels = random.nextBelow(3);
  const seated = 5 * Math.floor((booked - lateCancels) / 5);
  const noShows = random.nextBelow(3);
  const waiting = booked - lateCancels - seated;
  const byDiet = random.nextBelow(waiting + 1);
  const date = week + 4 * 24 * hourMs + 18 * hourMs;
  const scores = Array.from({ length: seated / 5 }, () => city.mean + 1.5 - random.nextBelow(350) / 100);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const floor = mean - 1.6;
  const refundedCount = Math.round(seated * 0.4);
  const keptCount = Math.min(2, lateCancels);
  const { currency, deposit } = city;
  const came = seated - noShows;
  return {
    eventId: `${city.id}-${week}`,
    cityId: city.id,
    date,
    week,
    capacity,
    booked,
    seated,
    came,
    noShows,
    lateCancels,
    brought: Math.round(came / 8),
    standby: { "left over": waiting - byDiet, diet: byDiet },
    deposits: [
      { currency, keptCount, kept: keptCount * deposit, refundedCount, refunded: refundedCount * deposit },
    ],
    ratingCount: Math.round(came * 0.6),
    ratingSum: Math.round(came * 0.6 * 4.2),
    scores: {
      tableCount: scores.length,
      mean,
      worst: Math.min(...scores),
      floor,
      belowFloor: scores.filter((score) => score < floor).length,
    },
    returned:
      date <= now.getTime() - 4 * weekMs ? Math.round(came * (0.3 + random.nextBelow(15) / 100)) : null,
  };
}

function createClubFigures(dinners: number, random: Random): ClubFigures {
  const byScore: ClubFigures["byScore"] = {};
  for (let halves = 120; halves < 142; halves++) {
    const tableCount = 30 - 2 * Math.abs(131 - halves);
    let [ratings, wishes]: [RatioSums, RatioSums] = [noSums, noSums];
    for (let i = 0; i < tableCount; i++) {
      const answers = 2 + random.nextBelow(3);
      const chance = 0.3 + 0.016 * (halves - 120);
      const happened = Array.from({ length: answers * 4 }, () => random.nextBelow(1_000) < 1_000 * chance);
      wishes = addSums(wishes, sumsOfGroup(answers * 4, happened.filter(Boolean).length));
      ratings = addSums(
        ratings,
        sumsOfGroup(answers, answers * 4 + random.nextBelow(3) - (halves < 131 ? 2 : 0)),
      );
    }
    byScore[halves / 2] = { ratings, wishes };
  }
  return {
    until: { date: 0, eventId: "" },
    isComplete: true,
    dinners,
    diners: 0,
    pairs: 0,
    answers: 0,
    answersWithWish: 0,
    tables: 0,
    tablesBelowFloor: 0,
    worst: null,
    byScore,
  };
}

const questions: [question: string, start: number, perWeek: number][] = [
  ["How do you feel about small talk?", 5, 0.14],
  ["What makes you laugh?", 4, 0.09],
  ["How fast may an evening be?", 3, 0.04],
  ["What do you do at the weekend?", 6, -0.03],
  ["When were you born?", 5, -0.08],
  ["How spicy may your dinner be?", 4, -0.13],
];

const createWeights = (weeks: number[], random: Random) =>
  questions.map(([question, start, perWeek]) => ({
    question,
    start,
    changes: weeks.map((week, i) => ({
      at: new Date(week),
      weight: start + perWeek * (i + 1) + (random.nextBelow(10) - 5) / 60,
    })),
  }));
