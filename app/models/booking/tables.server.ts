import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertRows } from "#app/db/insert-where.ts";
import { bookings, profiles, quizQuestions, tables, userAnswers } from "#app/db/schema.ts";
import { choicesBeforeNone, type QuizRole, rolesWithNone } from "#app/lib/quiz-roles.ts";

export async function listTables(db: Database, eventId: string) {
  const [eventTables, seated, questions, answers] = await db.batch([
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
      .where(inArray(quizQuestions.role, rolesWithNone)),
    db
      .select({
        userId: userAnswers.userId,
        questionId: userAnswers.questionId,
        answerIds: userAnswers.answerIds,
      })
      .from(userAnswers)
      .where(
        sql`${userAnswers.questionId} in (select id from ${quizQuestions}
            where ${inArray(quizQuestions.role, rolesWithNone)})
          and ${userAnswers.userId} in (select ${bookings.userId} from ${bookings}
            where ${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0)`,
      ),
  ]);
  return eventTables.map((table) => {
    const diners = seated.filter(({ tableId }) => tableId === table.id);
    const tableAnswers = answers.filter(({ userId }) => diners.some((diner) => diner.userId === userId));
    const countChoices = (role: QuizRole) =>
      questions
        .filter((question) => question.role === role)
        .flatMap(({ id, choices }) =>
          choicesBeforeNone(choices).flatMap((choice, i) => {
            const chosen = tableAnswers.filter(
              ({ questionId, answerIds }) => questionId === id && answerIds.includes(i + 1),
            );
            return chosen.length > 0 ? [{ choice, count: chosen.length }] : [];
          }),
        );
    return { ...table, diners, diets: countChoices("diet"), allergies: countChoices("allergy") };
  });
}

export const addTables = (db: Database, rows: (typeof tables.$inferInsert)[], condition?: SQL) =>
  insertRows(db, tables, rows, condition);

export const updateShares = (db: Database, id: string, shares: string[], condition: SQL) =>
  db.update(tables).set({ shares }).where(sql`${tables.id} = ${id} and ${condition}`);

export type TableDetails = Awaited<ReturnType<typeof listTables>>[number];
