import type { Diner, MatchInput, MatchQuestion } from "#app/matching/match-input.ts";
import { scorePerPoint } from "#app/matching/terms/build-terms.ts";

const isLikeToLike = ({ kind, rule, weight }: MatchQuestion) =>
  kind === "single" && rule === "similar" && weight > 0;

/** Single choices score nothing in pairs, and a table loses so many points for each answer that only one of the five gave. */
export function countCompanyOnly(input: MatchInput, points: number): MatchInput {
  const questions = input.questions.map((question) =>
    isLikeToLike(question)
      ? { ...question, weight: 0, company: Array.from({ length: question.choices }, (_, i) => i + 1) }
      : question,
  );
  // Of a quiz with less to score a point is less, and terms are to weigh the same.
  const scale = scorePerPoint(input.questions) / scorePerPoint(questions);
  const { age, talker, wish = 0 } = input.terms ?? {};
  return {
    ...input,
    questions,
    terms: {
      company: scale * points,
      ...(age ? { age: { ...age, alone: scale * age.alone, wide: scale * age.wide } } : {}),
      ...(talker ? { talker: { ...talker, missing: scale * talker.missing } } : {}),
      wish: scale * wish,
    },
  };
}

/** How many answers to single choices nobody else at the table gave, of how many. */
export function countLoneChoices(questions: readonly MatchQuestion[], fives: readonly (readonly Diner[])[]) {
  let [lone, choices] = [0, 0];
  for (const { id } of questions.filter(isLikeToLike))
    for (const five of fives) {
      const given = five.flatMap(({ answers }) => answers[id]?.[0] ?? []);
      choices += given.length;
      lone += given.filter((choice) => given.indexOf(choice) === given.lastIndexOf(choice)).length;
    }
  return { lone, choices };
}
