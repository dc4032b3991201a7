import { type Answer, rangeMax } from "#app/lib/quiz/quiz.ts";
import type { DemoQuestion } from "#app/models/demo/demo-diners.server.ts";

/** The account that `npm start` suggests for signing in. */
export const demoDiner = { email: "demo@oten.example", password: "Paprika-5-Demo" };

const firstNames =
  "Anna Bence Csilla Dávid Eszter Ferenc Gréta Hanna Imre Júlia Kata László Márk Nóra Olivér Petra Réka Sára Tamás Vera Zoltán Emma Luca Noah Maya Leo Ada Tom Ines Jonas".split(
    " ",
  );
const lastNames =
  "Kovács Szabó Tóth Nagy Varga Kiss Molnár Németh Farkas Balogh Papp Lakatos Takács Juhász".split(" ");
const countries = [
  "Hungary",
  "Hungary",
  "Hungary",
  "Germany",
  "France",
  "Italy",
  "Spain",
  "United Kingdom",
  "Ukraine",
];

/** The budget answers of ten typical diners. */
const budgetPositions = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4];

const shareWithDiet = 0.25;
const shareWithAccessNeed = 0.04;

const randomBelow = (end: number) => Math.floor(Math.random() * end);
const pickOne = <T>(list: readonly T[]) => list[randomBelow(list.length)] as T;

interface Options {
  /**
   * If set, the diner speaks the first language, eats one of these diets or anything, can use steps and pays any price, so
   * that nobody is left over.
   */
  servedDiets?: number[];
}

export function createDemoDiner(questions: DemoQuestion[], now: Date, { servedDiets }: Options = {}) {
  const id = crypto.randomUUID();
  return {
    id,
    email: `demo-${id}@oten.example`,
    firstName: pickOne(firstNames),
    lastName: pickOne(lastNames),
    answers: questions.map((question) => ({
      id: crypto.randomUUID(),
      questionId: question.id,
      answerIds: (servedDiets && easyAnswer(question, servedDiets)) || pickAnswer(question, now),
    })),
  };
}

function easyAnswer({ role, choices }: DemoQuestion, servedDiets: number[]): Answer | undefined {
  if (role === "language") return [1];
  if (role === "diet" && servedDiets.length > 0 && Math.random() < shareWithDiet)
    return [pickOne(servedDiets)];
  if (role === "diet") return [choices.length];
  return role === "budget" || role === "access" ? [choices.length] : undefined;
}

function pickAnswer({ choices, ...question }: DemoQuestion, now: Date): Answer {
  if (question.isCountry) return [pickOne(countries)];
  // The sum of two random numbers is usually in the middle, like real ages and tastes.
  if (question.isYear) return [now.getFullYear() - 22 - randomBelow(18) - randomBelow(18)];
  if (question.isRange) return [1 + Math.round((randomBelow(rangeMax) + randomBelow(rangeMax)) / 2)];
  if (question.role === "budget") return [Math.min(pickOne(budgetPositions), choices.length)];
  if (question.endsWithNone) {
    const share = question.role === "access" ? shareWithAccessNeed : shareWithDiet;
    return [Math.random() < share ? 1 + randomBelow(choices.length - 1) : choices.length];
  }
  if (!question.isMultipleChoice) return [1 + randomBelow(choices.length)];
  // Most diners get the first choice, because diners of one table need a common language.
  const chosen = [
    ...(Math.random() < 0.9 ? [1] : []),
    1 + randomBelow(Math.min(choices.length, 6)),
    1 + randomBelow(choices.length),
  ];
  return [...new Set(chosen)].sort((a, b) => a - b);
}
