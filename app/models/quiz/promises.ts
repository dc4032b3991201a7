import type { quizQuestions } from "#app/db/schema.ts";
import type { TermPoints } from "#app/models/matching/table-terms.server.ts";

type MarkedQuestion = Pick<typeof quizQuestions.$inferSelect, "choices" | "company" | "isCountry" | "role">;

const list = new Intl.ListFormat("en-GB", { type: "disjunction" });

export const hasCompany = ({ company }: Pick<MarkedQuestion, "company">) =>
  company === "all" || (company?.length ?? 0) > 0;

/** What the terms in force do for whoever answers this question. */
export function describePromise(question: MarkedQuestion, points: TermPoints): string | undefined {
  const { choices, company, isCountry, role } = question;
  if (role === "age" && points.ageAlone > 0)
    return `We try to seat you with somebody at most ${points.nearYears} years older or younger.`;
  if (!hasCompany(question) || points.company === 0) return undefined;
  if (isCountry) return "We try not to seat anybody as the only one from their country.";
  const marked = company === "all" ? choices : choices.filter((_, i) => company?.includes(i + 1));
  return `We try not to seat anybody as the only one who answers ${list.format(marked.map((choice) => `“${choice}”`))}.`;
}
