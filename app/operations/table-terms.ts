import * as z from "zod";
import { hasCompany, listQuestionsWithCompany } from "#app/models/quiz/quiz.server.ts";
import { selectTermPoints, setTermPoints, type TermPoints } from "#app/models/seating/table-terms.server.ts";
import { defineOperation, type OperationContext, refusedError, usageError } from "./operation.ts";
import { columns, describeTooMuch, describeValue, meanings, termHeadings, terms } from "./term-names.ts";

type Question = Awaited<ReturnType<typeof listQuestionsWithCompany>>[number];

const describeMarks = ({
  choices,
  company,
  isCountry,
}: Pick<Question, "choices" | "company" | "isCountry">) => {
  if (company === "all") return isCountry ? "each country" : "each answer";
  return (company ?? []).map((choice) => `“${choices[choice - 1]}”`).join(", ") || "none";
};

async function loadPoints({ db }: OperationContext): Promise<TermPoints> {
  const [points] = await selectTermPoints(db);
  if (!points) throw refusedError("The club has no row of terms: restore its database.");
  return points;
}

/** The terms for `weights show`. */
export async function describeTerms(context: OperationContext) {
  const points = await loadPoints(context);
  const marked = (await listQuestionsWithCompany(context.db)).filter(hasCompany);
  return {
    lines: [
      "A table also gains and loses points as a whole; 0 is not in force:",
      {
        headings: termHeadings,
        rows: terms.map((term) => [term, points[columns[term]], meanings[term]]),
        empty: "",
      },
      {
        headings: ["id", "marked for company", "answers"],
        rows: marked.map((question) => [question.id, question.question, describeMarks(question)]),
        empty: "No answer is marked for company.",
      },
    ],
    data: {
      terms: Object.fromEntries(terms.map((term) => [term, points[columns[term]]])),
      marked: marked.map(({ id, company }) => ({ id, choices: company })),
    },
  };
}

const setTerm = defineOperation({
  verb: "set",
  arguments: "<term> <value>",
  description: `Sets what a table gains or loses as a whole: ${terms.join(", ")}. 0 points is not in force, and the quiz then doesn’t promise it.`,
  example: "weights set company 5",
  concerns: "nobody",
  computerReason: "it changes how every table is made from then on, so the numbers it shows are read first",
  changesData: true,
  input: z.object({
    term: z.enum(terms, `is one of ${terms.join(", ")}`),
    value: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, "is a number below 1000 with at most two decimals, such as 3 or 2.5")
      .transform(Number),
  }),
  async run(context, { term, value }) {
    const error = describeTooMuch(term, value);
    if (error) throw usageError(error);
    const before = (await loadPoints(context))[columns[term]];
    if (value === before) return { message: `${term} is ${value} already.`, data: { term, before, value } };
    return {
      summary: `set ${term} from ${before} to ${describeValue(term, value)}: ${meanings[term]}`,
      canBeUndone: true,
      async apply() {
        await setTermPoints(context.db, { [columns[term]]: value });
        return {
          message: `The next tables are made with it. To undo it, run weights set ${term} ${before}.`,
          data: { term, before, value },
        };
      },
    };
  },
});

export const termOperations = [setTerm];
