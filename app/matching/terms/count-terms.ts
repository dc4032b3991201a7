import type { MatchInput } from "#app/matching/match-input.ts";
import { buildRules } from "#app/matching/rules/build-rules.ts";
import { buildTerms } from "./build-terms.ts";
import { reportTerms, type TermsReport } from "./report-terms.ts";

/** Counts how each term turned out at these tables of diners' ids. Undefined if no term is in force. */
export function countTerms(
  input: MatchInput,
  tables: readonly (readonly string[])[],
): TermsReport | undefined {
  const seated = new Set(tables.flat());
  const diners = input.diners.filter(({ id }) => seated.has(id));
  const places = new Map(diners.map(({ id }, i) => [id, i]));
  const rules = buildRules(diners, input.relax ?? [], input.venues, input.together);
  const terms = buildTerms(input, diners, rules);
  return (
    terms &&
    reportTerms(
      terms,
      tables.map((table) => table.flatMap((id) => places.get(id) ?? [])),
    )
  );
}
