import { asc, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, profiles, quizQuestions, tables, userAnswers } from "#app/db/schema.ts";

/** A dinner's tables, who sits at each, and what its kitchen must know of them: for the operator, by name only where asked. */
export async function listTables(db: Database, eventId: string) {
  const [made, seated, questions, answers] = await db.batch([
    db
      .select({ id: tables.id, number: tables.number, shares: tables.shares })
      .from(tables)
      .where(eq(tables.eventId, eventId))
      .orderBy(asc(tables.number)),
    db
      .select({
        tableId: bookings.tableId,
        bookingId: sql<string>`${bookings.id}`.as("booking_id"),
        userId: bookings.userId,
        firstName: profiles.firstName,
      })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(
        sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0 and ${bookings.tableId} is not null`,
      )
      .orderBy(asc(profiles.firstName)),
    db
      .select({ id: quizQuestions.id, role: quizQuestions.role, choices: quizQuestions.choices })
      .from(quizQuestions)
      .where(sql`${quizQuestions.role} in ('diet', 'allergy')`),
    db
      .select({
        userId: userAnswers.userId,
        questionId: userAnswers.questionId,
        answerIds: userAnswers.answerIds,
      })
      .from(userAnswers)
      .where(
        sql`${userAnswers.questionId} in (select id from ${quizQuestions} where role in ('diet', 'allergy'))
          and ${userAnswers.userId} in (select ${bookings.userId} from ${bookings}
            where ${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0)`,
      ),
  ]);
  return made.map((table) => {
    const diners = seated.filter(({ tableId }) => tableId === table.id);
    const theirs = answers.filter(({ userId }) => diners.some((diner) => diner.userId === userId));
    const count = (role: "diet" | "allergy") => {
      const asked = questions.filter((question) => question.role === role);
      return asked.flatMap(({ id, choices }) =>
        choices.slice(0, -1).flatMap((choice, i) => {
          const count = theirs.filter(
            ({ questionId, answerIds }) => questionId === id && answerIds.includes(i + 1),
          ).length;
          return count > 0 ? [{ choice, count }] : [];
        }),
      );
    };
    return { ...table, diners, diets: count("diet"), allergies: count("allergy") };
  });
}

export type TableDetails = Awaited<ReturnType<typeof listTables>>[number];
