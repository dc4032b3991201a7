import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { DeskHeading, PlanFoot, Said, TextLink } from "#app/desk/desk-parts.tsx";
import { loadNewCity } from "#app/desk/new-city.server.ts";
import { HiddenValues, OperationFields } from "#app/desk/operation-fields.tsx";
import { requireRole } from "#app/desk/operator.server.ts";
import { ShownMessage } from "#app/desk/shown-message.tsx";

export const meta: MetaFunction<typeof loader> = ({ data }) => privatePage(data?.title ?? "A new city");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireRole(request, context, "owner");
  return json(await loadNewCity({ request, context }, operator));
}

export default function DeskNewCity() {
  const { title, name, questions, open, answers, shown, formId } = useLoaderData<typeof loader>();
  const isReady = shown?.is === "plan";
  return (
    <div className="grid max-w-measure grid-cols-[minmax(0,1fr)] gap-6">
      <DeskHeading title={title} backHref="/desk/places" back="Places">
        {shown?.is === "plan" ? shown.page?.when : "Six questions. Every answer can be changed later."}
      </DeskHeading>
      {shown?.is === "refused" && (
        <FormError>
          <Said text={shown.problem} />
        </FormError>
      )}
      {open >= 0 && (
        <div>
          <div
            role="progressbar"
            aria-label="Questions"
            aria-valuenow={open + 1}
            aria-valuemax={questions.length}
            className="mb-1.5 grid auto-cols-fr grid-flow-col"
          >
            {questions.map(({ title: asked }, i) => (
              <span key={asked} className={`h-1 ${i <= open ? "bg-paprika" : "bg-line"}`} />
            ))}
          </div>
          <p className="text-small text-ink-2">
            Question {open + 1} of {questions.length}
          </p>
        </div>
      )}
      <ol className="border-t border-ink">
        {questions.map((question, i) => (
          <li key={question.title} className="border-b border-line py-3">
            {i === open ? <OpenQuestion /> : <Answer number={i + 1} {...question} />}
          </li>
        ))}
      </ol>
      {isReady ? (
        <form method="post" action="/desk/do/city/found" className="grid gap-6">
          <ShownMessage message={shown.details} />
          <HiddenValues values={answers} />
          <input type="hidden" name="formId" value={formId} />
          <input type="hidden" name="fingerprint" value={shown.fingerprint} />
          <PlanFoot
            summary={shown.page?.sum ?? ""}
            canBeUndone
            doLabel={`Open ${name}`}
            backHref="/desk/places"
          />
        </form>
      ) : (
        <p className="text-small text-ink-2">
          Nobody sees {name || "the city"} until you open it. The address of this page keeps your answers: you
          can go away and come back to it.
        </p>
      )}
    </div>
  );
}

interface AnswerProps {
  number: number;
  title: string;
  isAnswered: boolean;
  short: string;
  more: string;
}

/** What was answered, or what it will be if nobody says otherwise. */
function Answer({ number, title, isAnswered, short, more }: AnswerProps) {
  const { answers } = useLoaderData<typeof loader>();
  const search = new URLSearchParams({ ...answers, change: String(number) });
  return (
    <div className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-x-3">
      <span className="display text-[1.375rem]/none text-ink-2" aria-hidden="true">
        {number}
      </span>
      <span className="wrap-anywhere">
        <b className="block font-strong">{isAnswered ? short : title}</b>
        <span className="block text-small text-ink-2">
          {isAnswered ? more : number > 4 ? `${short}, unless you change it` : ""}
        </span>
      </span>
      {isAnswered && (
        <TextLink href={`/desk/new-city?${search}`}>
          Change<span className="sr-only"> {short}</span>
        </TextLink>
      )}
    </div>
  );
}

function OpenQuestion() {
  const { questions, open, fields, values, kept } = useLoaderData<typeof loader>();
  const { title = "", errors = [] } = questions[open] ?? {};
  return (
    <form method="get" action="/desk/new-city" className="grid gap-5 py-2">
      <h2 className="display text-[1.625rem]/[1.2]">{title}</h2>
      <HiddenValues values={kept} />
      <OperationFields fields={fields} values={values} errors={errors} />
      <div>
        <Button variant="primary">Next</Button>
      </div>
    </form>
  );
}
