import * as z from "zod";
import { limitStep, maxFactor, scoreTablesWith } from "#app/matching/learning/weights.ts";
import {
  applyWeights,
  findLastWeightChange,
  type Learning,
  loadLearning,
  loadRecentTables,
  resetWeights,
} from "#app/models/feedback/weights.server.ts";
import { noInput, wholeNumber } from "./inputs.ts";
import { defineOperation, type Noun, type OperationContext, refusedError } from "./operation.ts";
import { describeTerms, termOperations } from "./table-terms.ts";
import { findClubTimeFormat, plural } from "./words.ts";

const recentEvents = 5;
const maxTextLength = 44;

const show = defineOperation({
  verb: "show",
  description:
    "Shows for each question what the operator set, what is in force and what was learned, with its uncertainty; which questions are never learned from; and the points of a table.",
  example: "weights",
  concerns: "nobody",
  isDefault: true,
  input: noInput,
  async run(context) {
    const learning = await loadLearning(context.db);
    const last = await findLastWeightChange(context.db);
    const scores = await compareRecentTables(context, learning);
    const terms = await describeTerms(context);
    const formatTime = await findClubTimeFormat(context.db);
    const { questions, inForce, learned, answerCount, others } = learning;
    const rows = questions.map(({ id, text, weight }) => [
      id,
      shorten(text),
      weight,
      formatWeight(inForce[id]),
      `${formatWeight(learned.weights[id])} ± ${formatWeight(learned.standardErrors[id])}`,
    ]);
    const lines = [
      `Learned from ${plural(answerCount, "answer")} of the day after. ${describeConfidence(learning)}`,
      {
        headings: ["id", "question", "operator", "in force", "learned"],
        rows,
        empty: "No question counts.",
      },
      `A learned weight is at most ${maxFactor} times yours, and at least yours divided by ${maxFactor}. Never learned, so that ratings sort nobody by it:`,
      {
        headings: ["id", "question", "operator", "tells of"],
        rows: others.map(({ id, question, weight, tellsOf }) => [id, shorten(question), weight, tellsOf]),
        empty: "Every question is learned.",
      },
      ...terms.lines,
      scores
        ? `The last ${plural(scores.tables, "table")} scored ${scores.inForce.toFixed(1)} with the weights in force, and would score ${scores.learned.toFixed(1)} with the learned ones.`
        : "No tables were made yet that could be compared.",
      last
        ? `Last change: ${formatTime(last.at)}, by ${last.madeBy === "operator" ? "an operator" : "the software"}.`
        : "The operator's weights were never changed.",
    ];
    return { message: lines, data: { ...learning, ...terms.data, scores, last: last ?? null } };
  },
});

const apply = defineOperation({
  verb: "apply",
  description:
    "Puts weights in force that are a part of the way to the learned ones: a quarter, the most at once.",
  example: "weights apply --percent 10",
  concerns: "nobody",
  computerReason: "it changes how every table is made from then on, so the numbers it shows are read first",
  options: { percent: ["<number>", "how far of the way, 1 to 25; 25 by default"] },
  changesData: true,
  input: z.object({ percent: wholeNumber(1, 25).default(25) }),
  async run({ db, now }, { percent }) {
    const learning = await loadLearning(db);
    if (learning.answerCount === 0)
      throw refusedError("There is nothing to apply yet: diners are asked on the day after each dinner.");
    const next = limitStep(learning.inForce, learning.learned.weights, percent / 100);
    const steps = learning.questions.map(({ id, text }) => ({
      id,
      question: text,
      from: learning.inForce[id] ?? 0,
      to: next[id] ?? 0,
    }));
    return {
      summary: `put weights in force that are ${percent} % of the way to the learned ones`,
      details: toStepTable(steps),
      detailsData: { weights: steps },
      canBeUndone: true,
      needsConfirmation: true,
      async apply() {
        const weights = await applyWeights(db, learning, { share: percent / 100, madeBy: "operator", now });
        return {
          message: "The next tables are made with the new weights. To undo it, run weights reset.",
          data: { weights },
        };
      },
    };
  },
});

const reset = defineOperation({
  verb: "reset",
  description: "Puts the operator's own weights in force again. What was learned stays.",
  example: "weights reset",
  concerns: "nobody",
  computerReason: "it changes how every table is made from then on, so the numbers it shows are read first",
  changesData: true,
  input: noInput,
  async run({ db, now }) {
    const learning = await loadLearning(db);
    return {
      summary: "put the operator's own weights in force again",
      needsConfirmation: true,
      canBeUndone: true,
      async apply() {
        await resetWeights(db, learning, now);
        return { message: "The operator's weights are in force.", data: {} };
      },
    };
  },
});

const toStepTable = (steps: { id: number; question: string; from: number; to: number }[]) => ({
  headings: ["id", "question", "now", "then"],
  rows: steps.map(({ id, question, from, to }) => [
    id,
    shorten(question),
    formatWeight(from),
    formatWeight(to),
  ]),
  empty: "No question counts.",
});

const shorten = (text: string) =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;

const formatWeight = (weight = 0) => weight.toFixed(1);

const describeConfidence = ({ learned: { confidence }, answerCount }: Learning) =>
  answerCount === 0
    ? "Until there are some, the learned weights are the operator's."
    : `How sure it is that diners follow their answers, and not chance: ${Math.round(100 * confidence)} %.`;

async function compareRecentTables({ db, now }: OperationContext, { questions, inForce, learned }: Learning) {
  const tables = await loadRecentTables(db, now, recentEvents);
  if (tables.length === 0) return undefined;
  return {
    tables: tables.length,
    inForce: scoreTablesWith(questions, inForce, tables),
    learned: scoreTablesWith(questions, learned.weights, tables),
  };
}

export const weights: Noun = {
  description:
    "How much each question and the whole table count, and what diners’ answers of the day after say about it.",
  operations: [show, apply, reset, ...termOperations],
};
