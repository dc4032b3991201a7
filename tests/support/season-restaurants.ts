import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/event.ts";
import type { JobContext } from "#app/job-context.ts";
import {
  answerSheet,
  isSilent,
  listAnswers,
  loadSheets,
  seenOnSheet,
  selectTroubles,
} from "#app/models/sheet/sheets.server.ts";
import type { Random } from "./random.ts";

type Habit = "yes" | "no" | "silent";

/** Restaurants that have us, can't take us, or never answer; the first and the second often press twice. */
export function simulateRestaurants(random: Random) {
  const counts = { yes: 0, no: 0, silent: 0 };
  const habits = new Map<string, Habit>();
  /** Who can't take us or is silent, and the desk doesn't know it. */
  const missed: string[] = [];

  const habitOf = (key: string): Habit => {
    const habit = habits.get(key) ?? random.pick<Habit>(["yes", "yes", "yes", "no", "silent"]);
    habits.set(key, habit);
    return habit;
  };

  const listComing = (db: Database, now: Date) =>
    db
      .select({ id: events.id })
      .from(events)
      .where(
        sql`${events.matchedAt} is not null and ${events.canceledAt} is null and ${events.date} > ${now.getTime()}`,
      )
      .orderBy(events.date, events.id);

  async function answer({ db }: JobContext, now: Date) {
    for (const { id } of await listComing(db, now))
      for (const { venueId, linkId, content, answer: before, sheet } of await loadSheets(db, id)) {
        const habit = habitOf(`${id} ${venueId}`);
        if (!linkId || !content || before || habit === "silent") continue;
        const note = habit === "no" ? "The kitchen is under water." : null;
        const press = () =>
          answerSheet(db, { linkId, seen: seenOnSheet(sheet), answer: habit, note, by: null, now });
        const [isTaken] = await Promise.all(random.happens(0.5) ? [press(), press()] : [press()]);
        if (isTaken) counts[habit]++;
      }
    await look(db, now);
  }

  /** As the desk does. */
  async function look(db: Database, now: Date) {
    const troubles = new Set(
      (await selectTroubles(db, now)).map((row) => `${row.venueId} ${row.date.getTime()}`),
    );
    for (const { id } of await listComing(db, now)) {
      const seated = new Set(
        (await loadSheets(db, id)).filter(({ sheet }) => sheet.people > 0).map(({ venueId }) => venueId),
      );
      for (const row of (await listAnswers(db, id)).filter(({ venueId }) => seated.has(venueId))) {
        if (isSilent(row, now)) counts.silent++;
        const needsOperator = row.answer === "no" || isSilent(row, now);
        if (needsOperator && !troubles.has(`${row.venueId} ${row.date.getTime()}`))
          missed.push(`${row.venueId} at ${now.toISOString()}`);
      }
    }
  }

  const hasDeclined = (eventId: string, venueId: string) => habits.get(`${eventId} ${venueId}`) === "no";

  return { answer, hasDeclined, counts, missed };
}
