import { eq, sql } from "drizzle-orm";
import { userAnswers } from "#app/db/schema/quiz.ts";
import { venues } from "#app/db/schema/venue.ts";
import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import type { Club } from "./club.ts";
import { emailEnv, readOutbox } from "./emails.ts";
import { createEvening, type Guest } from "./evenings.ts";
import { venueOf } from "./events.ts";
import { parsePage } from "./html.ts";
import { createJobContext, runJob } from "./jobs.ts";

type Venue = typeof venues.$inferInsert;

/** An event whose restaurants get sheets, and nobody at it eats anything special. */
export async function createSheetEvening(
  club: Club,
  venueSizes: number[][],
  { minutesFromNow = 40 * 60, ...venue }: Partial<Venue> & { minutesFromNow?: number } = {},
) {
  const evening = await createEvening(club, venueSizes, { minutesFromNow });
  await club.db.run(
    sql`delete from user_answers where question_id in (11, 12, 25)
      and user_id in (select user_id from bookings where event_id = ${evening.eventId})`,
  );
  const emails = venueSizes.map((_, i) => `${evening.eventId}-${i}@venue.example`);
  for (const [i, email] of emails.entries())
    await club.db
      .update(venues)
      .set({ tableNumbers: ["12", "14", "T3"], ...venue, email })
      .where(eq(venues.id, venueOf(evening.eventId, i)));
  return { ...evening, email: emails[0] ?? "", emails };
}

/** Questions 11, 12 and 25 are about diets, allergies and steps. */
export const answer = (club: Club, { userId }: Guest, questionId: 11 | 12 | 25, answerIds: number[]) =>
  club.db
    .insert(userAnswers)
    .values({ userId, questionId, answerIds })
    .onConflictDoUpdate({ target: [userAnswers.userId, userAnswers.questionId], set: { answerIds } });

/** The restaurants are told what is due by then, and the emails leave. */
export async function tell(club: Club, minutesLater = 0): Promise<void> {
  const now = new Date(Date.now() + minutesLater * minuteMs);
  await runJob("tellVenues", createJobContext(club), now);
  const env = { ...emailEnv, APP_ENV: "local" } as Env;
  await sendDueEmails({ ...createJobContext(club), env }, now, 60_000);
}

/** What a restaurant has got, the latest first, with the path of its page. */
export async function readSheets(club: Club, to: string) {
  const emails = (await readOutbox(club)).filter((email) => email.kind === "sheet" && email.to === to);
  return emails.map((email) => {
    const { pathname = "", search = "" } = new URL(/http\S+\/sheet\/\S+/.exec(email.text)?.[0] ?? "");
    return { ...email, path: pathname + search };
  });
}

/** What the form of a page carries of what was read. */
export const findSeen = async (club: Club, path: string): Promise<string> =>
  (await parsePage(await club.fetch(path))).querySelector("[name=seen]")?.getAttribute("value") ?? "";
