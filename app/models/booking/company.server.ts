import { type SQL, sql } from "drizzle-orm";
import { quizQuestions, tableTerms } from "#app/db/schema.ts";

/** Stands for somebody’s first dinner with the club. */
export const firstDinnerMark = "first";
export const firstDinnerPhrase = "is here for the first time";

/**
 * What the diner of a booking is not the only one with, in a query of its table: "doesn’t drink". As it was when the table
 * was made, so that nobody finds out the answers of others by changing their own, while company is in force.
 */
export const selectOwnCompany = (bookingId: SQL) =>
  sql<string[]>`(select json_group_array(distinct coalesce(said.value, ${firstDinnerPhrase}))
    from ${tableTerms}, json_each(tables.company) mark, json_each(mark.value) holder
    left join ${quizQuestions} on mark.key like quiz_questions.id || ':%'
    left join json_each(quiz_questions.company_says) said on mark.key = quiz_questions.id || ':' || said.key
    where table_terms.company > 0 and holder.value = ${bookingId} and (mark.key = ${firstDinnerMark} or said.value is not null))`
    .mapWith((phrases: string): string[] => JSON.parse(phrases))
    .as("own_company");
