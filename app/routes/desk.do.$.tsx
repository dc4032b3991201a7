import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Banner, FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { describeGiven, type Given } from "#app/desk/describe-given.server.ts";
import { DeskHeading, DeskLink, OperationFields, PlanFoot, ShownMessage } from "#app/desk/desk-parts.tsx";
import { describeForm, type FormField } from "#app/desk/operation-form.ts";
import { requireOperator } from "#app/desk/operator.server.ts";
import {
  apply,
  createOperationContext,
  doAtOnce,
  findOperation,
  mayDo,
  plan,
  type Shown,
} from "#app/desk/run-operation.server.ts";
import { readFormData, toStrings } from "#app/http/forms.ts";
import { notFound } from "#app/http/responses.ts";
import { capitalize } from "#app/lib/text.ts";

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** The operation that the address names, if the operator may do it. */
async function findAsked({ request, params, context }: Args) {
  const operator = await requireOperator(request, context);
  const command = (params["*"] ?? "").replace("/", " ");
  const operation = findOperation(command);
  if (!operation || !mayDo(operator, operation)) throw notFound();
  return { operator, command, operation };
}

/** What only looks runs at once, if nothing is missing. */
export async function loader(args: LoaderFunctionArgs) {
  const { operator, command, operation } = await findAsked(args);
  const form = new URL(args.request.url).searchParams;
  const fields = describeForm(operation);
  const values = Object.fromEntries(form);
  const isComplete = fields.every(({ name, isRequired }) => !isRequired || values[name]);
  const shown =
    !operation.changesData && isComplete
      ? await plan(args.context, { command, operation, operator, form })
      : null;
  return json({
    command,
    description: operation.description,
    changesData: operation.changesData ?? false,
    fields,
    values,
    given: await describeGiven(createOperationContext(args.context, operator), values, command),
    formId: crypto.randomUUID(),
    shown,
  });
}

/** Shows the plan of a change, or does it. */
export async function action(args: ActionFunctionArgs) {
  const asked = await findAsked(args);
  const form = await readFormData(args.request);
  const { formId = "", fingerprint = "", intent } = toStrings(form);
  const isId = /^[\da-f-]{36}$/.test(formId);
  // What only takes something back needs no plan.
  if (intent === "undo" && asked.command === "message undo")
    return json({ shown: await doAtOnce(args.context, { ...asked, form }), values: {}, given: [] });
  const shown: Shown =
    intent === "do" && isId && fingerprint
      ? await apply(args.context, { ...asked, form, formId, fingerprint })
      : await plan(args.context, { ...asked, form });
  const status = shown.is === "refused" ? shown.status : shown.is === "plan" && shown.hasChanged ? 409 : 200;
  const values = toStrings(form);
  const operationContext = createOperationContext(args.context, asked.operator);
  const given = await describeGiven(operationContext, values, asked.command);
  return json({ shown, values, given }, status);
}

export default function DeskOperation() {
  const loaded = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const { command, description, changesData, fields, formId } = loaded;
  const shown = (sent?.shown ?? loaded.shown) as Shown | null;
  const values: Record<string, string> = sent?.values ?? loaded.values;
  const here = `/desk/do/${command.replace(" ", "/")}`;
  const given = ((sent?.given ?? loaded.given) as Given[]).filter(({ name }) =>
    fields.some((field) => field.name === name),
  );
  const left = fields.filter(({ name }) => !given.some((each) => each.name === name));
  // What a link says already needs few other fields.
  const isAsked = (field: FormField) =>
    given.length === 0 || field.isRequired || (Boolean(values[field.name]) && !changesData);
  const asked = left.filter(
    (field) => isAsked(field) || Boolean(loaded.values[field.name]) || (sent && given.length === 0),
  );
  const others = left.filter((field) => !asked.includes(field));
  return (
    <div className="grid max-w-220 gap-6">
      <DeskHeading title={nameCommand(command)}>{description}</DeskHeading>
      {shown?.is === "refused" && <FormError>{shown.problem}</FormError>}
      {shown?.is === "done" && (
        <>
          <Banner variant="success">Done.</Banner>
          <ShownMessage message={shown.message} />
          {shown.undo && <UndoBar {...shown.undo} />}
          <p className="flex flex-wrap gap-2">
            {values.event && <DeskLink href={`/desk/evenings/${values.event}`}>Back to the evening</DeskLink>}
            {command.startsWith("schedule") && <DeskLink href="/desk/places">Places</DeskLink>}
            <DeskLink href="/desk">Back to tonight</DeskLink>
          </p>
        </>
      )}
      {shown?.is === "plan" && (
        <form method="post" action={here} className="grid gap-6">
          {shown.hasChanged && (
            <Banner variant="info">Something changed since you looked. This is the plan now.</Banner>
          )}
          <ShownMessage message={shown.details} />
          <HiddenValues values={values} />
          <input type="hidden" name="formId" value={formId} />
          <input type="hidden" name="fingerprint" value={shown.fingerprint} />
          <PlanFoot
            summary={`This will ${shown.summary}.`}
            canBeUndone={shown.canBeUndone}
            doLabel={nameCommand(command)}
            backHref={`${here}?${new URLSearchParams(withoutPlan(values))}`}
          />
        </form>
      )}
      {shown?.is !== "plan" && shown?.is !== "done" && (fields.length > 0 || changesData) && (
        <form method={changesData ? "post" : "get"} action={here} className="grid max-w-measure gap-5">
          {given.length > 0 && (
            <ul className="border-t border-ink">
              {given.map(({ name, value, says }) => (
                <li key={name} className="border-b border-line py-2.5 font-strong">
                  {says}
                  <input type="hidden" name={name} value={value} />
                </li>
              ))}
            </ul>
          )}
          <OperationFields fields={asked} values={values} />
          {others.length > 0 && (
            <details open={others.some(({ name }) => values[name]) || undefined}>
              <summary className="min-h-target cursor-pointer py-2 underline underline-offset-[0.3em]">
                More choices
              </summary>
              <div className="grid gap-5 pt-3">
                <OperationFields fields={others} values={values} />
              </div>
            </details>
          )}
          <div>
            <Button variant={changesData ? "primary" : "secondary"}>{changesData ? "Plan" : "Show"}</Button>
          </div>
        </form>
      )}
      {shown?.is === "result" && <ShownMessage message={shown.message} />}
    </div>
  );
}

/** Without JavaScript it stays, and says so if it is too late. */
const UndoBar = ({
  command,
  fields,
  until,
}: {
  command: string;
  fields: Record<string, string>;
  until: Date;
}) => (
  <form
    method="post"
    action={`/desk/do/${command.replace(" ", "/")}`}
    data-until={new Date(until).getTime()}
    className="flex items-center justify-between gap-4 rounded-paper bg-ink px-4 py-3 text-paper"
  >
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <span data-left>Changed your mind?</span>
    <Button size="small" className="border-current" name="intent" value="undo">
      Undo
    </Button>
  </form>
);

/** "message send" is said "Send message". */
function nameCommand(command: string): string {
  const [noun = "", verb] = command.split(" ");
  if (/^(venues|seats|history|contests|crowds|list|show)$/.test(verb ?? "")) return capitalize(command);
  return capitalize(verb ? `${verb} ${noun}` : noun);
}

const planFields = ["intent", "formId", "fingerprint"];

const withoutPlan = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !planFields.includes(name)));

const HiddenValues = ({ values }: { values: Record<string, string> }) =>
  Object.entries(withoutPlan(values)).map(([name, value]) => (
    <textarea key={name} name={name} defaultValue={value} hidden readOnly />
  ));
