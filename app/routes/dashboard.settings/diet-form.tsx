import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { FieldError } from "#app/components/field.tsx";
import { type Answers, readAnswer } from "#app/lib/quiz/quiz.ts";
import type { AskedQuestion, ConsentQuestion } from "#app/models/quiz/consents.server.ts";
import { FoldedRow } from "./settings-group.tsx";

interface DietFormProps {
  questions: ConsentQuestion[];
  /** The stored answers, or the typed ones. */
  answers: Answers;
  warnings?: string[];
  /** The keys are the ids of the questions. */
  errors?: Record<number, string>;
}

export function DietForm({ questions, answers, warnings = [], errors = {} }: DietFormProps) {
  const asked = questions.filter(isInDietForm);
  const isRefused = Object.keys(errors).length > 0;
  return (
    <>
      {warnings.length > 0 && (
        <div className="mb-5 grid gap-3">
          {warnings.map((warning) => (
            <Banner key={warning} variant="info">
              {warning}
            </Banner>
          ))}
        </div>
      )}
      <FoldedRow
        id="row-diet"
        title="Diet, allergies and access"
        text={isRefused ? "Not saved yet." : summarize(asked, answers)}
        label="Change"
        isOpen={isRefused}
      >
        <form method="post" action="/dashboard/settings#row-diet" className="grid gap-6">
          {isRefused && <Banner variant="error">Nothing was saved yet. Check what’s marked below.</Banner>}
          {asked.map(({ id, question, help, choices, isMultipleChoice }) => (
            <fieldset
              key={id}
              data-ends-with-none={isMultipleChoice || undefined}
              aria-describedby={errors[id] && `${fieldName(id)}-error`}
            >
              <legend className="mb-1">{question}</legend>
              {help && <p className="mb-2.5 max-w-measure text-small text-ink-2">{help}</p>}
              <div className="flex max-w-[44rem] flex-wrap gap-2">
                {choices.map((choice, i) => (
                  <label key={choice} className="chip min-h-target px-4 text-small">
                    <input
                      type={isMultipleChoice ? "checkbox" : "radio"}
                      name={fieldName(id)}
                      value={i + 1}
                      defaultChecked={answers[id]?.map(Number).includes(i + 1)}
                    />
                    {choice}
                  </label>
                ))}
              </div>
              <FieldError name={fieldName(id)} error={errors[id]} />
            </fieldset>
          ))}
          <p className="max-w-measure text-small text-ink-2">
            We use this for every dinner whose tables aren’t made yet. Tables already made don’t change, so
            tell that restaurant yourself.
          </p>
          <Button variant="dark" size="small" name="intent" value="diet" className="justify-self-start">
            Save diet and allergies
          </Button>
        </form>
      </FoldedRow>
    </>
  );
}

/** "Vegetarian · allergic to nuts, milk · step-free access" */
function summarize(questions: ConsentQuestion[], answers: Answers): string {
  const parts = questions.flatMap(({ id, role, choices }) => {
    const chosen = (answers[id] ?? [])
      .map(Number)
      .filter((position) => role === "diet" || position < choices.length);
    const names = chosen.flatMap((position) => choices[position - 1] ?? []).join(", ");
    if (!names) return [];
    if (role === "allergy") return `allergic to ${names.toLowerCase()}`;
    return role === "access" ? "step-free access" : names;
  });
  return parts.length > 0 ? parts.join(" · ") : "You haven’t told us anything.";
}

const fieldName = (questionId: number) => `answer-${questionId}`;

/** The form asks about diet, allergies and step-free access. */
const isInDietForm = ({ endsWithNone }: ConsentQuestion) => endsWithNone;

/** Returns an answer for each question of the form, and the errors. A question without an earlier answer can be skipped. */
export function readDietForm(form: FormData, questions: AskedQuestion[], now: Date) {
  const typed: Answers = {};
  const errors: Record<number, string> = {};
  for (const question of questions.filter(isInDietForm)) {
    const values = form.getAll(fieldName(question.id)).map(String).slice(0, 100);
    const isSkipped = values.length === 0 && !question.answer?.length;
    const answer = isSkipped ? [] : readAnswer(question, values, now);
    typed[question.id] = typeof answer === "string" ? values.map(Number) : answer;
    if (typeof answer === "string") errors[question.id] = answer;
  }
  return { typed, errors };
}
