import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { flag, id, timestamp, unsetTime } from "#app/db/columns.ts";
import { consentTopics } from "#app/lib/account/consent.ts";
import { quizRoles, tellsOf } from "#app/lib/quiz/quiz.ts";
import { userId } from "./account.ts";

/** A question is a single choice unless a flag says otherwise. */
export const quizQuestions = sqliteTable(
  "quiz_questions",
  {
    /** Below 1,000 for those of the product: a club's own begin there, so that an upgrade can never bring the same one. */
    id: integer().primaryKey(),
    /** The order in which questions are asked; ids never change, since answers refer to them. */
    position: integer().notNull(),
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
    /** Set by the operator. */
    weight: integer().notNull().default(0),
    /** Used instead of `weight`. It is learned from what diners say on the day after. */
    learnedWeight: real(),
    /** A weight is learned only for tastes. */
    tellsOf: text({ enum: tellsOf }).notNull().default("not said"),
    /** Table-mates never learn of it, not even in counts. */
    sensitive: flag(),
    /** The answer can reveal something about health or belief, so it is saved only with the diner's consent. */
    needsConsent: flag(),
    role: text({ enum: quizRoles }),
    /** What a table shares when most chose the nth choice. For a range: its low side and its high side. */
    says: text({ mode: "json" }).$type<string[]>(),
    /** The choices with which nobody should be alone at their table. */
    company: text({ mode: "json" }).$type<number[] | "all">(),
    /** For company: only while one of its choices is marked and company is in force. Later: once the quiz is done, of who wants to answer. */
    asked: text({ enum: ["always", "for company", "later", "never"] })
      .notNull()
      .default("always"),
    /** For each choice, what diners who gave it are told about a table-mate who did too: "is new in town". Nobody is told what needs consent. */
    companySays: text({ mode: "json" }).$type<Record<string, string>>(),
    /** The choices of people who start conversations. Only one question has them. */
    talkers: text({ mode: "json" }).$type<number[]>(),
  },
  (table) => [
    // Two may share one: an upgrade can put a question where the club has put one of its own.
    index("quiz_questions_by_position").on(table.position),
    check(
      "quiz_questions_are_of_one_kind",
      sql`${table.isMultipleChoice} + ${table.isRange} + ${table.isCountry} + ${table.isYear} <= 1`,
    ),
    check(
      "quiz_questions_know_their_category",
      sql`${table.category} in ('personality', 'food', 'identity')`,
    ),
    check(
      "quiz_questions_are_asked_at_some_time",
      sql`${table.asked} in ('always', 'for company', 'later', 'never')`,
    ),
    check("quiz_questions_have_a_position", sql`${table.position} > 0`),
    check(
      "quiz_questions_about_health_need_consent",
      sql`${table.needsConsent} = 1 or ${table.role} not in ('diet', 'allergy', 'access')`,
    ),
    check(
      "quiz_questions_about_people_are_not_about_tastes",
      sql`${table.tellsOf} <> 'tastes' or (${table.sensitive} = 0 and ${table.needsConsent} = 0 and ${table.isCountry} = 0
        and ${table.isYear} = 0 and coalesce(${table.role}, '') <> 'language')`,
    ),
  ],
);

/** The migration makes the table without row ids, so that a diner's answers are stored together, in the order of questions. */
export const userAnswers = sqliteTable(
  "user_answers",
  {
    userId: userId(),
    questionId: integer()
      .notNull()
      .references(() => quizQuestions.id),
    /** 1-based positions, or the country or year itself. */
    answerIds: text({ mode: "json" }).$type<(number | string)[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.questionId] })],
);

/** What a diner agreed to, and when. The row stays when the consent is withdrawn, as proof of both. */
export const consents = sqliteTable(
  "consents",
  {
    id: id(),
    userId: userId(),
    topic: text({ enum: consentTopics }).notNull(),
    /** The version of the text that the diner read. */
    version: integer().notNull(),
    givenAt: timestamp().notNull(),
    withdrawnAt: timestamp(),
    /** When somebody who no longer comes was asked whether the club should keep their answers. */
    askedAt: timestamp(),
    /** Before this time the diner cannot have stayed away for two years. */
    checkAt: unsetTime(),
  },
  (table) => [
    uniqueIndex("consents_one_given")
      .on(table.userId, table.topic, table.version)
      .where(sql`${table.withdrawnAt} is null`),
    index("consents_by_user").on(table.userId),
    index("consents_to_check")
      .on(table.checkAt)
      .where(sql`${table.withdrawnAt} is null and ${table.topic} = 'food-and-health'`),
    index("consents_to_news")
      .on(table.userId)
      .where(sql`${table.withdrawnAt} is null and ${table.topic} = 'news'`),
  ],
);
