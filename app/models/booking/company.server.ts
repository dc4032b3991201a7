import { type SQL, sql } from "drizzle-orm";
import { bookings, events, quizQuestions, userAnswers } from "#app/db/schema.ts";

/** Stands for somebody’s first dinner with the club. */
export const firstDinnerMark = "first";

const wasMarked = (mark: SQL) =>
  sql`exists (select 1 from json_each(tables.company) where json_each.value = ${mark})`;

/** What this diner is not the only one with, in a query of one table: "doesn’t drink". */
export const selectOwnCompany = (userId: SQL) =>
  sql<string[]>`(select json_group_array(distinct said.value) from ${userAnswers} mine
    join ${quizQuestions} question on question.id = mine.question_id,
    json_each(mine.answer_ids) chosen, json_each(question.company_says) said
    where mine.user_id = ${userId} and said.key = cast(chosen.value as text)
      and ${wasMarked(sql`question.id || ':' || said.key`)})`
    .mapWith((phrases: string) => JSON.parse(phrases))
    .as("own_company");

export const isFirstWithOthers = (userId: SQL) =>
  sql<boolean>`${wasMarked(sql`${firstDinnerMark}`)} and not exists (select 1 from ${bookings} past
    join ${events} earlier on earlier.id = past.event_id
    where past.user_id = ${userId} and past.canceled = 0 and past.table_id is not null
      and earlier.date < (select this.date from ${events} this where this.id = tables.event_id))`
    .mapWith(Boolean)
    .as("is_first_with_others");
