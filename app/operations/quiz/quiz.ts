import { listQuestions, type StoredQuestion } from "#app/models/quiz/edit-quiz.server.ts";
import { noInput } from "#app/operations/inputs.ts";
import { defineOperation, type Noun } from "#app/operations/operation.ts";

type Kind = "one" | "several" | "scale" | "country" | "year";

export function kindOf({ isMultipleChoice, isRange, isCountry, isYear }: StoredQuestion): Kind {
  if (isMultipleChoice) return "several";
  if (isRange) return "scale";
  if (isCountry) return "country";
  return isYear ? "year" : "one";
}

const describeChoices = (question: StoredQuestion): string => {
  const kind = kindOf(question);
  if (kind === "scale") return `from “${question.minLabel}” to “${question.maxLabel}”`;
  return kind === "one" || kind === "several" ? question.choices.join("; ") : `a ${kind}`;
};

const list = defineOperation({
  verb: "list",
  description:
    "Lists the questions of the quiz, in their order, with their choices and how much each counts.",
  example: "quiz list",
  concerns: "nobody",
  input: noInput,
  async run({ db }) {
    const questions = await listQuestions(db);
    const rows = questions.map((question) => [
      question.id,
      question.category,
      question.question,
      describeChoices(question),
      question.weight,
      question.asked,
    ]);
    return {
      message: [
        "The owner edits them in one file, at the computer from which the club is deployed.",
        {
          headings: ["id", "about", "question", "choices", "weight", "asked"],
          rows,
          empty: "The quiz has no question.",
        },
      ],
      data: questions,
    };
  },
});

export const quiz: Noun = {
  description: "The questions of the quiz.",
  operations: [list],
};
