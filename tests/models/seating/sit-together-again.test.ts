import { expect, test } from "vitest";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { saveFeedback } from "#app/models/feedback/feedback.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent } from "#tests/support/events.ts";
import { dineAgain, dineTogether } from "#tests/support/past-dinners.ts";

const club = openClub();
const dayMs = 86_400_000;
const names = ["Anna", "Bence", "Cili", "Dani"] as const;

test("only those who were both told that they would sit together again don't count as having met", async () => {
  const { diners, date } = await dineTogether(club, names);
  const { Anna, Bence, Cili, Dani } = diners;
  // They also met at another dinner, after which nobody said anything.
  await dineAgain(
    club,
    names,
    names.map((name) => diners[name]),
    { date: new Date(Date.now() - 9 * dayMs) },
  );
  const eventId = await createEvent(club, { hoursFromNow: 1_000 });
  const booked = new Map<string, string>();
  for (const name of names) booked.set(await book(diners[name], eventId), name);
  const readMet = async (which: "met" | "known" = "met") =>
    Object.fromEntries(
      (await loadMatchData(club.db, eventId))?.diners.map(({ firstName, ...diner }) => [
        firstName,
        diner[which]
          .map((id) => booked.get(id))
          .sort()
          .join(),
      ]) ?? [],
    );
  const everybody = {
    Anna: "Bence,Cili,Dani",
    Bence: "Anna,Cili,Dani",
    Cili: "Anna,Bence,Dani",
    Dani: "Anna,Bence,Cili",
  };
  const unique = async () =>
    Object.fromEntries(
      Object.entries(await readMet()).map(([name, met]) => [name, [...new Set(met.split(","))].join()]),
    );
  expect(await unique()).toEqual(everybody);

  // One-sided, and mutual but not told yet.
  const say = (who: typeof Anna, whom: (typeof Anna)[]) =>
    saveFeedback(
      club.db,
      { bookingId: who.bookingId, date },
      {
        rating: null,
        note: null,
        contact: null,
        wished: whom.map(({ bookingId }) => bookingId),
        wantsSameTable: true,
        avoided: [],
        takenBack: [],
      },
      new Date(),
    );
  await say(Anna, [Bence, Cili]);
  await say(Bence, [Anna]);
  expect(await unique()).toEqual(everybody);

  const pair = (one: typeof Anna, other: typeof Anna, wantSameTable: boolean) => {
    const [bookingId = "", otherBookingId = ""] = [one.bookingId, other.bookingId].sort();
    return { bookingId, otherBookingId, wantSameTable, toldAt: new Date() };
  };
  await club.db.insert(mutualWishes).values([pair(Anna, Bence, true), pair(Cili, Dani, false)]);
  expect(await unique()).toEqual({ ...everybody, Anna: "Cili,Dani", Bence: "Cili,Dani" });
  // What a table is told still must not tell them of the others.
  expect(await readMet("known")).toEqual(everybody);
});
