/** Somebody who might have signed up: a name, and an answer to every question, each a little different. */
import { type Answer, type QuizQuestion, rangeMax } from "#app/lib/quiz.ts";

const firstNames =
  "Anna Bence Csilla Dávid Eszter Ferenc Gréta Hanna Imre Júlia Kata László Márk Nóra Olivér Petra Réka Sára Tamás Vera Zoltán Emma Luca Noah Maya Leo Ada Tom Ines Jonas".split(
    " ",
  );
const lastNames =
  "Kovács Szabó Tóth Nagy Varga Kiss Molnár Németh Farkas Balogh Papp Lakatos Takács Juhász".split(" ");
const homes = [
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

const below = (end: number) => Math.floor(Math.random() * end);
const oneOf = <T>(list: readonly T[]) => list[below(list.length)] as T;

export function demoPerson(questions: QuizQuestion[], now: Date) {
  const id = crypto.randomUUID();
  return {
    id,
    email: `demo-${id}@oten.example`,
    firstName: oneOf(firstNames),
    lastName: oneOf(lastNames),
    answers: questions.map((question) => ({
      id: crypto.randomUUID(),
      questionId: question.id,
      answerIds: plausible(question, now),
    })),
  };
}

function plausible({ choices, ...question }: QuizQuestion, now: Date): Answer {
  if (question.isCountry) return [oneOf(homes)];
  // Two dice lean to the middle, as ages and tastes do.
  if (question.isYear) return [now.getFullYear() - 22 - below(18) - below(18)];
  if (question.isRange) return [1 + Math.round((below(rangeMax) + below(rangeMax)) / 2)];
  if (question.endsWithNone) return [Math.random() < 0.75 ? choices.length : 1 + below(choices.length - 1)];
  if (!question.isMultipleChoice) return [1 + below(choices.length)];
  // The first choice is the commonest: of languages, the one that most can spend an evening in.
  const chosen = [
    ...(Math.random() < 0.9 ? [1] : []),
    1 + below(Math.min(choices.length, 6)),
    1 + below(choices.length),
  ];
  return [...new Set(chosen)].sort((a, b) => a - b);
}
