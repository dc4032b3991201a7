import type { MatchInput } from "#app/matching/match-input.ts";
import type { Answer, MatchQuestion } from "#app/matching/question.ts";
import { type Fault, short } from "./json-errors.ts";

/** What a schema can't see: names that stand twice or for nobody, and answers nobody could have chosen. */
export function faultOf({ questions, venues, diners }: MatchInput): Fault | undefined {
  for (const [list, entries] of Object.entries({ questions, venues, diners })) {
    const seen = new Set<string | number>();
    for (const [i, { id }] of entries.entries()) {
      if (seen.has(id)) return { path: [list, i, "id"], says: `"${short(String(id))}" stands twice.` };
      seen.add(id);
    }
  }
  const known = {
    venues: new Set(venues.map(({ id }) => id)),
    diners: new Set(diners.map(({ id }) => id)),
    questions: new Map(questions.map((each) => [String(each.id), each])),
  };
  for (const [i, { venue, answers, avoid, met }] of diners.entries()) {
    const at = (...path: Fault["path"]) => ["diners", i, ...path];
    if (!known.venues.has(venue)) return { path: at("venue"), says: `there is no venue "${short(venue)}".` };
    for (const [field, ids] of Object.entries({ avoid, met })) {
      const stranger = ids.findIndex((id) => !known.diners.has(id));
      if (stranger >= 0)
        return {
          path: at(field, stranger),
          says: `there is no diner "${short(ids[stranger] ?? "")}".`,
        };
    }
    for (const [id, answer] of Object.entries(answers)) {
      const asked = known.questions.get(id);
      if (!asked) return { path: at("answers"), says: `there is no question ${short(id)}.` };
      if (!fits(asked, answer))
        return { path: at("answers", id), says: `this is no answer to a question of kind ${asked.kind}.` };
    }
  }
  return undefined;
}

function fits({ kind, choices }: MatchQuestion, answer: Answer): boolean {
  if (answer.length === 0) return true;
  if (kind !== "multiple" && answer.length > 1) return false;
  if (new Set(answer).size < answer.length) return false;
  if (kind === "country") return answer.every((code) => typeof code === "string");
  const last = kind === "range" ? 10 : kind === "year" ? 9_999 : choices;
  return answer.every((position) => typeof position === "number" && position >= 1 && position <= last);
}
