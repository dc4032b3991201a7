import * as z from "zod";
import { type Answer, type Answers, type QuizQuestion, readAnswer } from "./quiz.ts";

/** Answers that could not be saved come with the next form: `{"7":[2],"8":["Hungary"]}`. */
const unsavedAnswersForm = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "Not JSON" });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().regex(/^\d{1,9}$/), z.array(z.union([z.string(), z.number()])).max(100)));

export function readUnsavedAnswers(
  typed: unknown,
  questions: QuizQuestion[],
  now: Date,
): Answers | undefined {
  const form = unsavedAnswersForm.safeParse(typed || "{}");
  if (!form.success) return undefined;
  const typedAnswers = Object.entries(form.data);
  const answers = typedAnswers.flatMap(([id, values]) => {
    const question = questions.find((each) => each.id === Number(id));
    const answer = question && answerOrSkip(question, values.map(String), now);
    return Array.isArray(answer) ? [[Number(id), answer] as const] : [];
  });
  return typedAnswers.length > 0 && answers.length === 0 ? undefined : Object.fromEntries(answers);
}

const answerOrSkip = (question: QuizQuestion, values: string[], now: Date): Answer | string =>
  (question.optional || question.needsConsent) && values.length === 0
    ? []
    : readAnswer(question, values, now);

interface QuizFormResult {
  given: Answers;
  at: QuizQuestion;
  next: QuizQuestion | undefined;
  /** The diner's answer when they were asked for consent. */
  consent?: boolean;
}

export interface QuizFormError {
  at: number;
  message: string;
  unsaved: Answers;
  typed: string[];
}

export function readQuizForm(
  form: FormData,
  allQuestions: QuizQuestion[],
  now: Date,
  questions = allQuestions,
  isAsked: (question: QuizQuestion) => boolean = () => true,
): QuizFormResult | QuizFormError {
  const index = questions.findIndex(({ id }) => String(id) === form.get("question"));
  const at = questions[index];
  const unsaved = readUnsavedAnswers(form.get("unsaved"), allQuestions, now);
  const typed = form.getAll("answer").map(String).slice(0, 100);
  if (!at || !unsaved) {
    return {
      at: at?.id ?? 0,
      message: "Something got lost on the way. Choose again.",
      unsaved: {},
      typed: [],
    };
  }
  if (form.has("consent")) return readConsent(form, { allQuestions, questions, index, at, unsaved });
  if (form.has("back")) return { given: unsaved, at, next: questions[index - 1] ?? at };
  const answer = form.has("skip") ? answerOrSkip(at, [], now) : readAnswer(at, typed, now);
  if (!Array.isArray(answer)) return { at: at.id, message: answer, unsaved, typed };
  const next = questions.slice(index + 1).find(isAsked);
  return { given: { ...unsaved, [at.id]: answer }, at, next };
}

interface ConsentForm {
  allQuestions: QuizQuestion[];
  questions: QuizQuestion[];
  index: number;
  at: QuizQuestion;
  unsaved: Answers;
}

/** After consent comes the first question that needs it; refusal skips all of them. Who needs nothing answers some at once. */
function readConsent(
  form: FormData,
  { allQuestions, questions, index, at, unsaved }: ConsentForm,
): QuizFormResult | QuizFormError {
  const asking = allQuestions.filter(({ needsConsent }) => needsConsent);
  switch (form.get("consent")) {
    case "yes":
      return {
        given: unsaved,
        at,
        next: questions.find(({ needsConsent }) => needsConsent) ?? at,
        consent: true,
      };
    case "nothing": {
      const answered = asking.filter(({ endsWithNone }) => endsWithNone);
      const none = Object.fromEntries(answered.map(({ id, choices }) => [id, [choices.length]]));
      const next = questions.slice(index).find(({ id }) => !(id in none));
      return { given: { ...unsaved, ...none }, at, next, consent: true };
    }
    case "no": {
      const skipped = Object.fromEntries(asking.map(({ id }) => [id, []]));
      const next = questions.slice(index + 1).find(({ needsConsent }) => !needsConsent);
      return { given: { ...unsaved, ...skipped }, at, next, consent: false };
    }
    default:
      return { at: at.id, message: "Choose one.", unsaved, typed: [] };
  }
}
