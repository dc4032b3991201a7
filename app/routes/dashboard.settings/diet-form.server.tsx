import { Banner } from "#app/components/banner.tsx";
import { Button, buttonClass } from "#app/components/button.tsx";
import { type Answers, readAnswer } from "#app/lib/quiz.ts";
import type { ConsentQuestion } from "#app/models/quiz/consents.server.ts";

interface DietFormProps {
  questions: ConsentQuestion[];
  /** As they are stored, or as they were typed. */
  answers: Answers;
  warnings?: string[];
  error?: string | undefined;
}

export const fieldName = (questionId: number) => `answer-${questionId}`;

/** Those of the form: diet, allergies and step-free access. */
export const isInDietForm = ({ endsWithNone }: ConsentQuestion) => endsWithNone;

/** An answer for each question of the form, or an error. Nothing chosen counts as skipped. */
export function readDietForm(form: FormData, questions: ConsentQuestion[], now: Date) {
  const typed: Answers = {};
  let error: string | undefined;
  for (const question of questions.filter(isInDietForm)) {
    const values = form.getAll(fieldName(question.id)).map(String).slice(0, 100);
    const answer = values.length > 0 ? readAnswer(question, values, now) : [];
    typed[question.id] = typeof answer === "string" ? values.map(Number) : answer;
    if (typeof answer === "string") error ??= answer;
  }
  return { typed, error };
}

const chipClass =
  "relative inline-flex min-h-target cursor-pointer items-center gap-2 rounded-round border border-line-strong px-4 py-1 text-small font-link transition-colors hover:border-ink has-checked:border-green has-checked:bg-green has-checked:text-on-green has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-ring,var(--color-focus))";

/** Plain HTML that folds open in its place: it needs no code in the browser. */
export function DietForm({ questions, answers, warnings = [], error }: DietFormProps) {
  const asked = questions.filter(isInDietForm);
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
      <details
        id="row-diet"
        open={error !== undefined || undefined}
        className="group scroll-mt-6 pb-5 lg:pt-1"
      >
        <summary className="flex cursor-pointer list-none flex-wrap items-center justify-between gap-x-6 gap-y-2 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 grow basis-44">
            <span className="block font-strong">Diet, allergies and access</span>
            <span className="block text-small text-ink-2">{summarize(asked, answers)}</span>
          </span>
          <span className={buttonClass({ size: "small" })}>
            <span className="group-open:hidden">Change</span>
            <span className="hidden group-open:inline">Close</span>
          </span>
        </summary>
        <form method="post" action="/dashboard/settings#row-diet" className="mt-4 grid gap-6">
          {error && <Banner variant="error">{error}</Banner>}
          {asked.map(({ id, question, choices, isMultipleChoice }) => (
            <fieldset key={id}>
              <legend className="mb-2.5">{question}</legend>
              <div className="flex max-w-[44rem] flex-wrap gap-2">
                {choices.map((choice, i) => (
                  <label key={choice} className={chipClass}>
                    <input
                      type={isMultipleChoice ? "checkbox" : "radio"}
                      name={fieldName(id)}
                      value={i + 1}
                      defaultChecked={answers[id]?.map(Number).includes(i + 1)}
                      className="absolute inset-0 size-full cursor-pointer appearance-none rounded-round outline-none"
                    />
                    {choice}
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
          <p className="max-w-measure text-small text-ink-2">
            We use this for every dinner whose tables aren’t made yet. A table you already have stays as it
            is: tell that restaurant yourself.
          </p>
          <Button variant="dark" size="small" name="intent" value="diet" className="justify-self-start">
            Save diet and allergies
          </Button>
        </form>
      </details>
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
