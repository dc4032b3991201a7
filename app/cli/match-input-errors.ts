import { rangeMax } from "#app/lib/quiz/quiz.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { Answer, MatchQuestion } from "#app/matching/question.ts";
import { type CountryForm, getCountryForm } from "./country-forms.ts";
import { type JsonError, quoteSafely } from "./read-json-file.ts";

const maxYear = 9_999;
/** So that what a table is worth fits the matcher's integers. */
const maxMarkedQuestions = 8;
const maxWeightSum = 2_000;

export function findInputError(input: MatchInput): JsonError | undefined {
  const { questions, venues, diners } = input;
  for (const [list, entries] of Object.entries({ questions, venues, diners })) {
    const seen = new Set<string | number>();
    for (const [i, { id }] of entries.entries()) {
      if (seen.has(id))
        return { path: [list, i, "id"], message: `"${quoteSafely(String(id))}" is used twice.` };
      seen.add(id);
    }
  }
  const dinerIds = new Set(diners.map(({ id }) => id));
  const findAnswerError = createAnswerCheck(questions);
  for (const [i, diner] of diners.entries()) {
    const error = findRelationError(diner, dinerIds) ?? findAnswerError(diner);
    if (error) return { ...error, path: ["diners", i, ...error.path] };
  }
  if (questions.reduce((sum, { weight }) => sum + weight, 0) > maxWeightSum)
    return { path: ["questions"], message: `the weights add up to more than ${maxWeightSum}.` };
  return findTermError(input) ?? findPairError(input, dinerIds);
}

function findTermError({ questions, terms: { age, talker } = {} }: MatchInput): JsonError | undefined {
  const marked = [...questions.entries()].filter(([, { company }]) => company);
  for (const [i, { kind, choices, company }] of marked) {
    const path = ["questions", i, "company"];
    if (marked.length > maxMarkedQuestions)
      return { path, message: `no more than ${maxMarkedQuestions} questions may have it.` };
    if (kind === "range" || kind === "year" || (kind === "country" && company !== "all"))
      return { path, message: `a question of kind ${kind} can't have it.` };
    if (company !== "all" && company?.some((choice) => choice > choices))
      return { path, message: `there are only ${choices} choices.` };
  }
  if (age && !questions.some(({ id, kind }) => id === age.question && kind === "year"))
    return { path: ["terms", "age", "question"], message: "there is no such question of kind year." };
  if (talker && !questions.some(({ id }) => id === talker.question))
    return { path: ["terms", "talker", "question"], message: "there is no such question." };
  return undefined;
}

function findPairError({ wishes = [], together = [], diners }: MatchInput, dinerIds: Set<string>) {
  const avoidedBy = new Map(diners.map(({ id, avoid }) => [id, avoid]));
  const seated = new Set<string>();
  for (const [list, groups] of Object.entries({ wishes, together })) {
    for (const [i, group] of groups.entries()) {
      const unknown = group.findIndex((id) => !dinerIds.has(id));
      if (unknown >= 0)
        return {
          path: [list, i, unknown],
          message: `there is no diner "${quoteSafely(group[unknown] ?? "")}".`,
        };
      const again = group.findIndex((id, at) => group.indexOf(id) < at || seated.has(id));
      if (again >= 0)
        return { path: [list, i, again], message: `"${quoteSafely(group[again] ?? "")}" is used twice.` };
      if (list !== "together") continue;
      const apart = group.findIndex((id) => group.some((other) => avoidedBy.get(other)?.includes(id)));
      if (apart >= 0)
        return {
          path: [list, i, apart],
          message: `another one of the group avoids "${quoteSafely(group[apart] ?? "")}".`,
        };
      for (const id of group) seated.add(id);
    }
  }
  return undefined;
}

function findRelationError({ id, avoid, met }: Diner, dinerIds: Set<string>): JsonError | undefined {
  for (const [field, ids] of [["avoid", avoid] as const, ["met", met] as const]) {
    const wrong = ids.findIndex((other) => other === id || !dinerIds.has(other));
    if (wrong < 0) continue;
    const other = ids[wrong] ?? "";
    const verb = field === "avoid" ? "avoid" : "have met";
    return {
      path: [field, wrong],
      message:
        other === id ? `a diner can't ${verb} themselves.` : `there is no diner "${quoteSafely(other)}".`,
    };
  }
  return undefined;
}

function createAnswerCheck(questions: readonly MatchQuestion[]) {
  const questionsById = new Map(questions.map((question) => [String(question.id), question]));
  const countryForms = new Map<string, CountryForm>();
  return ({ answers }: Diner): JsonError | undefined => {
    for (const [id, answer] of Object.entries(answers)) {
      const question = questionsById.get(id);
      if (!question) return { path: ["answers"], message: `there is no question ${quoteSafely(id)}.` };
      const path = ["answers", id];
      if (!isPossibleAnswer(question, answer))
        return { path, message: `this is no answer to a question of kind ${question.kind}.` };
      const [country] = answer;
      if (question.kind !== "country" || typeof country !== "string") continue;
      const form = getCountryForm(country);
      if (!form)
        return {
          path,
          message: `there is no country "${quoteSafely(country)}": write a code such as "HU", or a name such as "Hungary".`,
        };
      // The matcher would take the code and the name of a country for two countries.
      if ((countryForms.get(id) ?? form) !== form)
        return { path, message: `this is the ${form} of a country, and answers before have the other form.` };
      countryForms.set(id, form);
    }
    return undefined;
  };
}

function isPossibleAnswer({ kind, choices }: MatchQuestion, answer: Answer): boolean {
  if (answer.length === 0) return true;
  if (kind !== "multiple" && answer.length > 1) return false;
  if (new Set(answer).size < answer.length) return false;
  if (kind === "country") return answer.every((code) => typeof code === "string");
  const max = kind === "range" ? rangeMax : kind === "year" ? maxYear : choices;
  return answer.every((position) => typeof position === "number" && position >= 1 && position <= max);
}
