import { rangeMax } from "#app/lib/quiz.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { Answer, MatchQuestion } from "#app/matching/question.ts";
import { type JsonError, quoteSafely } from "./json-errors.ts";

const maxYear = 9_999;

export function findInputError({ questions, venues, diners }: MatchInput): JsonError | undefined {
  for (const [list, entries] of Object.entries({ questions, venues, diners })) {
    const seen = new Set<string | number>();
    for (const [i, { id }] of entries.entries()) {
      if (seen.has(id))
        return { path: [list, i, "id"], message: `"${quoteSafely(String(id))}" is used twice.` };
      seen.add(id);
    }
  }
  const venueIds = new Set(venues.map(({ id }) => id));
  const dinerIds = new Set(diners.map(({ id }) => id));
  const questionsById = new Map(questions.map((question) => [String(question.id), question]));
  for (const [i, { venue, answers, avoid, met }] of diners.entries()) {
    const at = (...path: JsonError["path"]) => ["diners", i, ...path];
    if (!venueIds.has(venue))
      return { path: at("venue"), message: `there is no venue "${quoteSafely(venue)}".` };
    for (const [field, ids] of Object.entries({ avoid, met })) {
      const unknown = ids.findIndex((id) => !dinerIds.has(id));
      if (unknown >= 0)
        return {
          path: at(field, unknown),
          message: `there is no diner "${quoteSafely(ids[unknown] ?? "")}".`,
        };
    }
    for (const [id, answer] of Object.entries(answers)) {
      const question = questionsById.get(id);
      if (!question) return { path: at("answers"), message: `there is no question ${quoteSafely(id)}.` };
      if (!isPossibleAnswer(question, answer))
        return {
          path: at("answers", id),
          message: `this is no answer to a question of kind ${question.kind}.`,
        };
    }
  }
  return undefined;
}

function isPossibleAnswer({ kind, choices }: MatchQuestion, answer: Answer): boolean {
  if (answer.length === 0) return true;
  if (kind !== "multiple" && answer.length > 1) return false;
  if (new Set(answer).size < answer.length) return false;
  if (kind === "country") return answer.every((code) => typeof code === "string");
  const max = kind === "range" ? rangeMax : kind === "year" ? maxYear : choices;
  return answer.every((position) => typeof position === "number" && position >= 1 && position <= max);
}
