import { sql } from "drizzle-orm";
import { check, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id } from "#app/db/columns.ts";
import { quizRoles } from "#app/lib/quiz-roles.ts";
import { userId } from "./account.ts";

/** A question is a single choice where no flag says otherwise. */
export const quizQuestions = sqliteTable(
  "quiz_questions",
  {
    id: integer().primaryKey(),
    /** The order in which questions are asked; ids never change, since answers refer to them. */
    position: integer().notNull().default(0),
    question: text().notNull(),
    choices: text({ mode: "json" }).$type<string[]>().notNull(),
    category: text({ enum: ["personality", "food", "identity"] }).notNull(),
    isMultipleChoice: flag(),
    isRange: flag(),
    isCountry: flag(),
    isYear: flag(),
    optional: flag(),
    minLabel: text(),
    maxLabel: text(),
    help: text(),
    rule: text({ enum: ["similar", "overlap", "complementary", "ignore"] })
      .notNull()
      .default("ignore"),
    weight: integer().notNull().default(0),
    /** Never mentioned to table-mates, not even in counts. */
    sensitive: flag(),
    role: text({ enum: quizRoles }),
    /** What a table shares when most chose the nth choice; for a range, its low and its high side. */
    says: text({ mode: "json" }).$type<string[]>(),
  },
  (table) => [
    uniqueIndex("quiz_questions_by_position").on(table.position),
    check(
      "quiz_questions_are_of_one_kind",
      sql`${table.isMultipleChoice} + ${table.isRange} + ${table.isCountry} + ${table.isYear} <= 1`,
    ),
    check(
      "quiz_questions_know_their_category",
      sql`${table.category} in ('personality', 'food', 'identity')`,
    ),
  ],
);

export const userAnswers = sqliteTable(
  "user_answers",
  {
    id: id(),
    userId: userId(),
    questionId: integer()
      .notNull()
      .references(() => quizQuestions.id),
    /** 1-based positions, or the country or year itself. */
    answerIds: text({ mode: "json" }).$type<(number | string)[]>().notNull(),
  },
  (table) => [uniqueIndex("user_answers_one_a_question").on(table.userId, table.questionId)],
);
