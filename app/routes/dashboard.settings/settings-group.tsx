import type { ReactNode } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { FieldError } from "#app/components/field.tsx";
import { type Answers, readAnswer } from "#app/lib/quiz/quiz.ts";
import type { AskedQuestion, ConsentQuestion } from "#app/models/quiz/quiz.server.ts";

interface SettingsGroupProps {
  id?: string;
  title: string;
  text?: string;
  children: ReactNode;
}

export const SettingsGroup = ({ id, title, text, children }: SettingsGroupProps) => (
  <section id={id} className="@container mt-9 scroll-mt-16">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-3 @min-[44rem]:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="@min-[44rem]:pt-4">
        <h2 className="display text-[1.5rem] tracking-[-0.012em]">{title}</h2>
        {text && <p className="mt-1 text-small text-ink-2">{text}</p>}
      </div>
      <div className="divide-y divide-line rounded-paper border border-line bg-surface px-4 @min-[34rem]:px-6">
        {children}
      </div>
    </div>
  </section>
);

interface SettingsRowProps {
  title: string;
  text?: ReactNode;
  /** The button on the right. */
  action?: ReactNode;
  children?: ReactNode;
}

const rowClass = "py-4";

/** Says that the row leads somewhere, or folds open. */
export const Chevron = ({ className = "" }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={`mr-1 block size-2.5 shrink-0 rotate-45 border-t-2 border-r-2 border-ink-3 ${className}`}
  />
);

export const SettingsRow = ({ title, text, action, children }: SettingsRowProps) => (
  <div className={rowClass}>
    <RowHead title={title} text={text} action={action} />
    {children && <div className="mt-3">{children}</div>}
  </div>
);

interface FoldedRowProps {
  id?: string;
  title: string;
  text: ReactNode;
  /** Read aloud, beside the arrow. */
  label: string;
  isOpen?: boolean;
  children: ReactNode;
}

/** A row that folds open in place: plain HTML, without a script. */
export const FoldedRow = ({ id, title, text, label, isOpen, children }: FoldedRowProps) => (
  <details id={id} open={isOpen || undefined} className={`group ${rowClass}`}>
    <summary className="-mx-4 -my-4 grid cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-4 hover:bg-sunk @min-[34rem]:-mx-6 @min-[34rem]:px-6 [&::-webkit-details-marker]:hidden">
      <h3 className="font-strong">{title}</h3>
      <span className="text-small text-ink-2">{text}</span>
      <Chevron className="col-start-2 row-span-2 row-start-1 group-open:-rotate-45" />
      <span className="sr-only">
        <span className="group-open:hidden">{label}</span>
        <span className="hidden group-open:inline">Close</span>
      </span>
    </summary>
    <div className="mt-4 border-t border-line pt-4">{children}</div>
  </details>
);

const RowHead = ({
  title,
  text,
  action,
}: Omit<SettingsRowProps, "children" | "title"> & { title: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-5">
    <div className="min-w-0 grow basis-[min(11rem,80%)]">
      <h3 className="font-strong">{title}</h3>
      {text && <p className="text-small text-ink-2">{text}</p>}
    </div>
    {action}
  </div>
);

interface RowNoteProps {
  isDone?: boolean;
  role?: "status";
  className?: string;
  children: ReactNode;
}

export const RowNote = ({ isDone = false, role, className = "", children }: RowNoteProps) => (
  <p
    role={role}
    className={`rounded-paper px-3 py-2 text-small wrap-anywhere ${isDone ? "bg-green-wash text-green-text" : "bg-saffron-wash text-saffron-text"} ${className}`}
  >
    {children}
  </p>
);

interface OpenableRowProps {
  /** The last part of its address. */
  name: string;
  title: string;
  text?: ReactNode;
  /** As wide as the row. */
  note?: ReactNode;
}

/** A row that leads to a page of its own. */
export const OpenableRow = ({ name, title, text, note }: OpenableRowProps) => (
  <div
    id={`row-${name}`}
    className={`relative -mx-4 scroll-mt-16 px-4 hover:bg-sunk @min-[34rem]:-mx-6 @min-[34rem]:px-6 ${rowClass}`}
  >
    <RowHead
      title={
        <a
          href={`/dashboard/settings/${name}`}
          className="-my-2.5 inline-flex min-h-target items-center after:absolute after:inset-0"
        >
          {title}
        </a>
      }
      text={text}
      action={<Chevron />}
    />
    {note && <RowNote className="mt-2.5">{note}</RowNote>}
  </div>
);

export const PanelTitle = ({ children }: { children: ReactNode }) => (
  <h1 className="display text-2">{children}</h1>
);

const names = ["answers", "email", "password", "security", "history", "data", "delete"];

const isConfirmation = (pathname: string) => pathname.endsWith("/verify");

/** "Confirm it’s you" belongs to the row that it leads to. */
export function findOpenRow(pathname: string, search: string): string {
  const target = isConfirmation(pathname) ? (new URLSearchParams(search).get("next") ?? "") : pathname;
  const name = /^\/dashboard\/settings\/(\w+)/.exec(target)?.[1] ?? "";
  return names.includes(name) ? name : "";
}

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
          <Button size="small" name="intent" value="diet" className="justify-self-start">
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
