import { inArray, sql } from "drizzle-orm";
import { quizQuestions } from "#app/db/schema.ts";
import { rolesWithNone } from "#app/lib/quiz/quiz.ts";

/** Without the columns that only the matcher needs. */
export const questionColumns = {
  id: quizQuestions.id,
  category: quizQuestions.category,
  question: quizQuestions.question,
  choices: quizQuestions.choices,
  isMultipleChoice: quizQuestions.isMultipleChoice,
  isRange: quizQuestions.isRange,
  isCountry: quizQuestions.isCountry,
  isYear: quizQuestions.isYear,
  optional: quizQuestions.optional,
  needsConsent: quizQuestions.needsConsent,
  minLabel: quizQuestions.minLabel,
  maxLabel: quizQuestions.maxLabel,
  help: quizQuestions.help,
  endsWithNone: sql<boolean>`coalesce(${inArray(quizQuestions.role, rolesWithNone)}, 0)`
    .mapWith(Boolean)
    .as("ends_with_none"),
};
