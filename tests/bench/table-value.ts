import type { Answer, Diner, MatchInput, MatchQuestion } from "#app/matching/match-input.ts";

type MaySit = (one: Diner, other: Diner) => boolean;

const scaleOf = ({ rule, weight }: MatchQuestion) =>
  rule === "ignore" ? 0 : rule === "complementary" ? -weight : weight;

export const pointOf = (questions: readonly MatchQuestion[]) =>
  (10 * questions.reduce((sum, question) => sum + 36 * Math.abs(scaleOf(question)), 0)) / 50;

/** What a table scores, what its terms cost, and the bonus for wishes, as docs/matcher.md says it and without the matcher's code. */
export function createTableValue(input: MatchInput, seated: readonly Diner[], maySit: MaySit) {
  const { questions, terms = {}, wishes = [] } = input;
  const point = pointOf(questions) || 100;
  const toScore = (points = 0) => Math.round(points * point);
  const canHave = (one: Diner, isCompany: (other: Diner) => boolean) =>
    seated.some((other) => other !== one && isCompany(other) && maySit(one, other));
  const isTalker = (diner: Diner) =>
    terms.talker?.choices.some((choice) => diner.answers[terms.talker?.question ?? 0]?.includes(choice));
  const hasTalkers = seated.some(isTalker) && !seated.every(isTalker);
  const isWish = (one: Diner, other: Diner) =>
    wishes.some((pair) => pair.includes(one.id) && pair.includes(other.id));
  const listMarks = (diner: Diner) => [
    ...(diner.firstDinner ? ["first"] : []),
    ...questions.flatMap(({ id, company }) =>
      (diner.answers[id] ?? [])
        .filter((choice) => company === "all" || company?.includes(choice as number))
        .map((choice) => `${id}/${choice}`),
    ),
  ];

  function costOfAges(five: readonly Diner[]): number {
    const { age } = terms;
    if (!age) return 0;
    const yearOf = (diner: Diner) => Number(diner.answers[age.question]?.[0] ?? 0);
    const areNear = (one: Diner, other: Diner) =>
      yearOf(other) > 0 && Math.abs(yearOf(one) - yearOf(other)) <= age.nearYears;
    const known = five.filter((diner) => yearOf(diner) > 0);
    const far = known.filter(
      (one) =>
        canHave(one, (other) => areNear(one, other)) &&
        !five.some((other) => other !== one && areNear(one, other)),
    );
    const years = known.map(yearOf).sort((a, b) => a - b);
    const width = (years.at(-1) ?? 0) - (years[0] ?? 0);
    return (
      far.length * toScore(age.alone) +
      (width >= age.wideYears ? toScore(age.wide * (1 + (width - age.wideYears) / 10)) : 0)
    );
  }

  return (five: readonly Diner[]): { score: number; cost: number; bonus: number } => {
    let score = 0;
    let cost = 0;
    let bonus = 0;
    for (const [i, one] of five.entries())
      for (const other of five.slice(0, i)) {
        score += scorePair(questions, one, other);
        if (isWish(one, other)) bonus += toScore(4 * (terms.wish ?? 0));
      }
    for (const one of five)
      for (const mark of terms.company ? listMarks(one) : []) {
        const isCompany = (other: Diner) => other !== one && listMarks(other).includes(mark);
        if (canHave(one, isCompany) && !five.some(isCompany)) cost += toScore(terms.company);
      }
    const talkers = five.filter(isTalker).length;
    if (hasTalkers && (talkers === 0 || talkers === 5)) cost += toScore(terms.talker?.missing);
    return { score, cost: cost + costOfAges(five), bonus };
  };
}

const scorePair = (questions: readonly MatchQuestion[], one: Diner, other: Diner) =>
  questions.reduce((sum, question) => {
    const [a, b] = [one.answers[question.id] ?? [], other.answers[question.id] ?? []];
    return a.length && b.length ? sum + scaleOf(question) * scoreAnswers(question, a, b) : sum;
  }, 0);

function scoreAnswers({ kind, choices }: MatchQuestion, a: Answer, b: Answer): number {
  if (kind === "multiple") {
    const common = a.filter((choice) => b.includes(choice)).length;
    return common * shareOf(a) * shareOf(b) - 12;
  }
  if (kind === "single") return a[0] === b[0] ? 36 : -Math.round(36 / Math.max(1, choices - 1));
  if (kind === "country") return a[0] === b[0] ? 36 : -2;
  const step = ([answer]: Answer) =>
    kind === "range" ? Number(answer) : Math.min(9, Math.max(0, Math.floor((Number(answer) - 1955) / 5)));
  return 36 - 8 * Math.abs(step(a) - step(b));
}

const shareOf = ({ length }: Answer) =>
  length === 1 ? 6 : length === 2 ? 4 : length <= 5 ? 3 : length <= 10 ? 2 : 1;
