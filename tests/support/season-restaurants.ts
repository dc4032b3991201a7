import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { sheets } from "#app/db/schema/sheet.ts";
import type { JobContext } from "#app/job-context.ts";
import { hourMs } from "#app/lib/time-units.ts";
import {
  answerSheet,
  isSilent,
  loadSheets,
  seenOnSheet,
  selectTroubles,
} from "#app/models/sheet/sheets.server.ts";
import type { Random } from "./random.ts";

/** In turn, so that no season is without one of them; each evening begins with another. */
const habitsInTurn = ["yes", "silent", "no", "yes", "yes"] as const;

/** From noon until dinner at seven. */
const silenceMs = 7 * hourMs;

/** Restaurants that have us, can't take us, or never answer; the first and the second often press twice, also hours later. */
export function simulateRestaurants(random: Random) {
  const habits = new Map<string, (typeof habitsInTurn)[number]>();
  /** The first answer of each restaurant, and when it came: pressing again changes nothing. */
  const answers = new Map<string, string>();
  const declined = new Set<string>();
  const silent = new Set<string>();
  const replaced = new Set<string>();
  /** On the day, they have not heard who comes, or that nobody does. */
  const untold = new Set<string>();
  const changed: string[] = [];
  /** The desk doesn't know of a restaurant that needs a call, or warns of one that needs none. */
  const wrongAlarms: string[] = [];
  let pressedAgain = 0;

  const habitOf = (key: string) => {
    const habit = habits.get(key) ?? habitsInTurn[habits.size % habitsInTurn.length] ?? "yes";
    habits.set(key, habit);
    return habit;
  };

  const isComing = (now: Date) =>
    sql`${events.matchedAt} is not null and ${events.canceledAt} is null and ${events.date} > ${now.getTime()}`;

  async function answer({ db }: JobContext, now: Date) {
    const coming = await db
      .select({ id: events.id })
      .from(events)
      .where(isComing(now))
      .orderBy(events.date, events.id);
    for (const { id } of coming)
      for (const { venueId, linkId, content, answer: before, sheet } of await loadSheets(db, id)) {
        const habit = habitOf(`${id} ${venueId}`);
        if (!linkId || !content || habit === "silent" || (before && random.happens(0.6))) continue;
        if (before) pressedAgain++;
        const note = habit === "no" ? "The kitchen is under water." : null;
        const seen = seenOnSheet(sheet);
        const press = () => answerSheet(db, { linkId, seen, answer: habit, note, by: null, now });
        const [isTaken] = await Promise.all(random.happens(0.5) ? [press(), press()] : [press()]);
        if (isTaken && habit === "no") declined.add(`${id} ${venueId}`);
      }
  }

  /** As the desk does. */
  async function look(db: Database, now: Date) {
    const nameOf = ({ venueId, date }: { venueId: string; date: Date }) => `${venueId} ${date.toISOString()}`;
    const alarms = (await selectTroubles(db, now))
      .filter((row) => row.answer === "no" || isSilent(row, now))
      .map(nameOf);
    const isOfSheet = sql`${sheets.eventId} = ${eventVenues.eventId} and ${sheets.venueId} = ${eventVenues.venueId}`;
    const seated = await db
      .select({
        venueId: eventVenues.venueId,
        date: events.date,
        sentAt: sheets.sentAt,
        answer: sheets.answer,
        answeredAt: sheets.answeredAt,
      })
      .from(eventVenues)
      .innerJoin(events, eq(events.id, eventVenues.eventId))
      .leftJoin(sheets, isOfSheet)
      .where(
        sql`${isComing(now)} and exists (select 1 from bookings b join tables t on t.id = b.table_id
          where b.canceled = 0 and t.event_id = ${events.id} and t.venue_id = ${eventVenues.venueId})`,
      );
    const isDay = ({ date }: { date: Date }) => now.getTime() >= date.getTime() - silenceMs;
    const needing = seated.filter((row) => row.answer === "no" || (!row.answer && row.sentAt && isDay(row)));
    for (const row of needing) if (!row.answer) silent.add(nameOf(row));
    for (const row of seated) if (!row.sentAt && isDay(row)) untold.add(nameOf(row));
    const expected = needing.map(nameOf);
    if (alarms.sort().join() !== expected.sort().join())
      wrongAlarms.push(`${now.toISOString()}: ${alarms.join()} instead of ${expected.join()}`);
    const gone = await db
      .select({
        venueId: sheets.venueId,
        date: events.date,
        answer: sheets.answer,
        answeredAt: sheets.answeredAt,
        content: sheets.content,
      })
      .from(sheets)
      .innerJoin(events, eq(events.id, sheets.eventId))
      .where(sql`${isComing(now)} and not exists (select 1 from ${eventVenues} where ${isOfSheet})`);
    for (const row of gone) {
      if (row.answer === "no") replaced.add(nameOf(row));
      if (row.content && !row.content.isOff && isDay(row)) untold.add(nameOf(row));
    }
    for (const row of [...seated, ...gone].filter(({ answer }) => answer)) {
      const said = `${row.answer} ${row.answeredAt?.toISOString()}`;
      const first = answers.get(nameOf(row)) ?? said;
      answers.set(nameOf(row), first);
      if (first !== said) changed.push(`${nameOf(row)}: ${first}, then ${said}`);
    }
  }

  const hasDeclined = (eventId: string, venueId: string) => declined.has(`${eventId} ${venueId}`);

  const countAnswers = (answer: "yes" | "no") =>
    [...answers.values()].filter((said) => said.startsWith(answer)).length;

  return {
    ...{ answer, look, hasDeclined, changed, untold, wrongAlarms },
    count: () => ({
      ...{ yes: countAnswers("yes"), no: countAnswers("no"), silent: silent.size },
      ...{ replaced: replaced.size, pressedAgain },
    }),
  };
}
