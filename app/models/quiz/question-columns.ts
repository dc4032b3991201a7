import { inArray, sql } from "drizzle-orm";
import { quizQuestions } from "#app/db/schema.ts";
import { rolesWithNone } from "#app/lib/quiz/quiz-roles.ts";

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
  /** That who differs has more to tell is not said where it was found to be otherwise. */
  help: sql<
    string | null
  >`iif(${quizQuestions.rule} = 'complementary' and ${quizQuestions.learnedWeight} < 0, null, ${quizQuestions.help})`.as(
    "help_text",
  ),
  endsWithNone: sql<boolean>`coalesce(${inArray(quizQuestions.role, rolesWithNone)}, 0)`
    .mapWith(Boolean)
    .as("ends_with_none"),
};
