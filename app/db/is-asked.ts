import { sql } from "drizzle-orm";

/** Of a row of quiz_questions: one that is there only for company is asked only while that is in force. */
export const isAsked = sql`(quiz_questions.is_only_for_company = 0
  or (quiz_questions.company <> '[]' and exists (select 1 from table_terms where table_terms.id = 1 and table_terms.company > 0)))`;
