import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Banner, FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { DeskHeading, DeskLink, nameCommand, operationHref, PlanFoot, Said } from "#app/desk/desk-parts.tsx";
import { sayAtDesk } from "#app/desk/desk-words.server.ts";
import { type FilledForm, fillForm } from "#app/desk/form-choices.server.ts";
import { HiddenValues, OperationFields } from "#app/desk/operation-fields.tsx";
import { describeForm, readValues } from "#app/desk/operation-form.ts";
import { requireOperator } from "#app/desk/operator.server.ts";
import { apply, doAtOnce, findOperation, mayDo, plan, type Shown } from "#app/desk/run-operation.server.ts";
import { ShownMessage } from "#app/desk/shown-message.tsx";
import { readFormData, toStrings } from "#app/http/forms.ts";
import { notFound } from "#app/http/responses.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const said = data?.filled.given
    .map(({ says }) => says)
    .filter(Boolean)
    .join(", ");
  return privatePage(data ? `${nameCommand(data.command)}${said ? `: ${said}` : ""}` : "Desk");
};

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
  const asked = await findAsked(args);
  const { command, operation } = asked;
  const filled = await fillForm(args, asked, new URL(args.request.url).searchParams);
  const isComplete = filled.fields.every(({ name, isRequired }) => !isRequired || filled.values[name]);
  const isShown = !operation.changesData && isComplete && !filled.refused;
  const { aims = {}, description } = operation;
  const aim = [...new URL(args.request.url).searchParams.keys()].find((name) => aims[name]);
  const [heading, text] = (aim && aims[aim]) || [nameCommand(command), description];
  return json({
    command,
    aim,
    heading,
    description: sayAtDesk(text, filled.fields),
    changesData: operation.changesData ?? false,
    isEdit: operation.readCurrent !== undefined,
    next: operation.next ?? [],
    filled,
    formId: crypto.randomUUID(),
    shown: isShown ? await plan(args.context, { ...asked, values: filled.values }) : (filled.refused ?? null),
  });
}

/** Shows the plan of a change, or does it. */
export async function action(args: ActionFunctionArgs) {
  const asked = await findAsked(args);
  const form = await readFormData(args.request);
  const { formId = "", fingerprint = "", intent } = toStrings(form);
  const isId = /^[\da-f-]{36}$/.test(formId);
  const typed = readValues(describeForm(asked.operation), form);
  // What only takes something back needs no plan.
  if (intent === "undo" && asked.command === "message undo")
    return json({ shown: await doAtOnce(args.context, { ...asked, values: typed }), filled: null });
  if (intent === "do" && isId && fingerprint) {
    const shown = await apply(args.context, { ...asked, values: typed, formId, fingerprint });
    const filled = shown.is === "refused" ? await fillForm(args, asked, form) : null;
    return json({ shown, filled, values: typed }, statusOf(shown));
  }
  const filled = await fillForm(args, asked, form);
  if (intent === "back" && !filled.refused) return json({ shown: null, filled });
  const shown = filled.refused ?? (await plan(args.context, { ...asked, values: filled.values }));
  return json({ shown, filled }, statusOf(shown));
}

const statusOf = (shown: Shown) =>
  shown.is === "refused" ? shown.status : shown.is === "plan" && shown.hasChanged ? 409 : 200;

export default function DeskOperation() {
  const loaded = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const { command, description, changesData, formId } = loaded;
  const shown = (sent ? sent.shown : loaded.shown) as Shown | null;
  const filled = (sent?.filled ?? loaded.filled) as FilledForm;
  const values: Record<string, string> =
    (sent && "values" in sent ? sent.values : undefined) ?? filled.values;
  const here = `/desk/do/${command.replace(" ", "/")}`;
  return (
    <div className="grid max-w-220 grid-cols-[minmax(0,1fr)] gap-6">
      {shown?.is === "plan" && shown.page ? (
        <DeskHeading title={shown.page.title}>{shown.page.when}</DeskHeading>
      ) : (
        <DeskHeading title={loaded.heading}>
          <Said text={description} />
        </DeskHeading>
      )}
      {shown?.is === "refused" && (
        <FormError>
          <Said text={shown.problem} />
        </FormError>
      )}
      {shown?.is === "done" && (
        <>
          <Banner variant="success">Done.</Banner>
          <ShownMessage message={shown.message} />
          {shown.undo && <UndoBar {...shown.undo} />}
          <p className="flex flex-wrap gap-2">
            {values.event && <DeskLink href={`/desk/evenings/${values.event}`}>Back to the event</DeskLink>}
            {loaded.next.map(([name, following]) => (
              <DeskLink key={name} href={operationHref(following, values.city ? { city: values.city } : {})}>
                {name}
              </DeskLink>
            ))}
            {/^(city|venue|schedule) /.test(command) && <DeskLink href="/desk/places">Places</DeskLink>}
            <DeskLink href={values.event ? `/desk?event=${values.event}` : "/desk"}>Back to tonight</DeskLink>
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
            summary={shown.page?.sum ?? `This will ${shown.summary}.`}
            canBeUndone={shown.canBeUndone}
            doLabel={shown.page ? "Do it" : nameCommand(command)}
          />
        </form>
      )}
      {shown?.is !== "plan" && shown?.is !== "done" && (filled.fields.length > 0 || changesData) && (
        <OperationForm
          here={here}
          filled={filled}
          changesData={changesData}
          isEdit={loaded.isEdit}
          aim={loaded.aim}
        />
      )}
      {shown?.is === "result" && <ShownMessage message={shown.message} />}
    </div>
  );
}

interface FormProps {
  here: string;
  filled: FilledForm;
  changesData: boolean;
  /** Fields that have a value already are not put away. */
  isEdit: boolean;
  /** The one option that somebody came for. */
  aim: string | undefined;
}

function OperationForm({
  here,
  filled: { fields, values, given, opening },
  changesData,
  isEdit,
  aim,
}: FormProps) {
  const left = fields.filter(({ name }) => !given.some((each) => each.name === name));
  // What a link says already needs few other fields; what is new in a city needs all of them.
  const isOf = (wanted: string) => fields.some(({ subject }) => subject === wanted);
  const isNews = isOf("event") && given.some(({ name }) => name === "city" || name === "everybody");
  const isAbout =
    isNews || given.some(({ name }) => fields.find((field) => field.name === name)?.subject !== "city");
  const needed = left.filter(
    ({ name, isRequired, subject }) =>
      isEdit ||
      isRequired ||
      Boolean(values[name]) ||
      (!isNews && (subject === "table" || (aim ? name === aim || name === "say" : subject === "venue"))),
  );
  const first = left.filter(({ name }) => name === opening).map((each) => ({ ...each, isRequired: true }));
  const asked = first.length > 0 ? first : !isAbout || needed.length === 0 ? left : needed;
  const others = first.length > 0 ? [] : left.filter((field) => !asked.includes(field));
  const isPost = changesData && first.length === 0;
  const search = new URLSearchParams(given.map(({ name, value }) => [name, value])).toString();
  return (
    <form
      method={isPost ? "post" : "get"}
      action={isPost && search ? `${here}?${search}` : here}
      className="grid max-w-measure gap-5"
    >
      {given.some(({ says }) => says) && (
        <ul className="border-t border-ink">
          {given
            .filter(({ says }) => says)
            .map(({ name, says }) => (
              <li key={name} className="border-b border-line py-2.5 font-strong wrap-anywhere">
                {says}
              </li>
            ))}
        </ul>
      )}
      {given.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <OperationFields fields={asked} values={values} />
      {others.length > 0 && (
        <details>
          <summary className="min-h-target cursor-pointer py-2 underline underline-offset-[0.3em]">
            More choices
          </summary>
          <div className="grid gap-5 pt-3">
            <OperationFields fields={others} values={values} />
          </div>
        </details>
      )}
      <div>
        <Button variant={isPost ? "primary" : "secondary"}>
          {isPost ? "Plan" : first.length > 0 ? "Next" : "Show"}
        </Button>
      </div>
    </form>
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
