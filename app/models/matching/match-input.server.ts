import { rangeMax } from "#app/lib/quiz.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput, RelaxableRule } from "#app/matching/match-input.ts";
import type { MatchQuestion, QuestionKind } from "#app/matching/question.ts";
import type { MatchData } from "./match-data.server.ts";

/** What the matcher asks, of what the database holds: everyone booked, whether or not they have a chair. */
export function buildMatchInput(eventId: string, loaded: MatchData, env: Env): MatchInput {
  const { dinner, questions, diners, answers, avoided, met } = loaded;
  const idOf = (role: string) => questions.find((question) => question.role === role)?.id ?? 0;
  const [language, diet] = [idOf("language"), idOf("diet")];
  const none = questions.find(({ id }) => id === diet)?.choices.length ?? 0;
  const [avoids, hasMet] = [byDiner(avoided), byDiner(met)];
  return {
    seed: seedOf(eventId),
    questions: questions.map(asQuestion),
    venues: [{ id: dinner.venueId, diets: bits(dinner.diets), tables: Math.floor(dinner.capacity / 5) }],
    diners: diners.map(({ userId, bookedAt, waited }): Diner => {
      const mine = answers.get(userId) ?? {};
      return {
        id: userId,
        venue: dinner.venueId,
        answers: mine,
        priority: waited,
        bookedAt: bookedAt.getTime(),
        languages: bits(mine[language] ?? []),
        diets: bits((mine[diet] ?? []).filter((position) => position !== none)),
        avoid: avoids.get(userId) ?? [],
        met: hasMet.get(userId) ?? [],
      };
    }),
    relax: relaxedBy(env),
  };
}

/** Small clubs run out of strangers: their operator may say so. */
const relaxedBy = ({ MAY_MEET_AGAIN }: Env): RelaxableRule[] => (MAY_MEET_AGAIN === "yes" ? ["met"] : []);

function byDiner(pairs: { userId: string; otherId: string }[]): Map<string, string[]> {
  const others = new Map<string, string[]>();
  for (const { userId, otherId } of pairs) others.set(userId, [...(others.get(userId) ?? []), otherId]);
  return others;
}

/** A bit for each position. */
const bits = (positions: readonly (number | string)[]) =>
  positions.reduce((sum: number, position) => sum | (1 << (Number(position) - 1)), 0);

/** The same dinner is always matched from the same seed. */
const seedOf = (eventId: string) =>
  [...eventId].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 0);

function asQuestion(question: MatchData["questions"][number]): MatchQuestion {
  const { id, choices, rule, weight, sensitive, says } = question;
  return {
    id,
    kind: kindOf(question),
    choices: question.isRange ? rangeMax : choices.length,
    rule,
    weight,
    sensitive,
    ...(says ? { says } : {}),
  };
}

function kindOf({
  isMultipleChoice,
  isRange,
  isCountry,
  isYear,
}: MatchData["questions"][number]): QuestionKind {
  if (isMultipleChoice) return "multiple";
  if (isRange) return "range";
  if (isCountry) return "country";
  return isYear ? "year" : "single";
}
