import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Banner, FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { DeskHeading, DeskLink, nameCommand, operationHref, PlanFoot, Said } from "#app/desk/desk-parts.tsx";
import { sayAtDesk } from "#app/desk/desk-words.server.ts";
import { type FilledForm, fillForm } from "#app/desk/form-choices.server.ts";
import { boxClass, HiddenValues, OperationFields } from "#app/desk/operation-fields.tsx";
import { describeForm, readValues } from "#app/desk/operation-form.ts";
import { requireOperator } from "#app/desk/operator.server.ts";
import {
  apply,
  doAtOnce,
  findBegun,
  findOperation,
  mayDo,
  plan,
  type Shown,
} from "#app/desk/run-operation.server.ts";
import { ShownMessage } from "#app/desk/shown-message.tsx";
import { readFormData, toStrings } from "#app/http/forms.ts";
import { notFound } from "#app/http/responses.ts";
import { lowerFirst } from "#app/lib/text.ts";
import { findDeskForm, saveDeskForm, saveDeskResult } from "#app/models/security/desk-changes.server.ts";

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

/** What only looks runs at once, if nothing is missing. What a form has sent is planned, or its result is shown. */
export async function loader(args: LoaderFunctionArgs) {
  const asked = await findAsked(args);
  const { command, operation, operator } = asked;
  const { searchParams: search } = new URL(args.request.url);
  const { db, env } = args.context;
  const id = search.get("form");
  const kept = id ? await findDeskForm(db, env, { id, operator: operator.name, command }) : undefined;
  const filled = await fillForm(args, asked, kept ? new URLSearchParams(kept.values) : search);
  const { aims = {}, description } = operation;
  const aim = [...search.keys()].find((name) => aims[name]);
  const missing = aim ? requireAim(filled, aim, kept !== undefined) : undefined;
  const isComplete = filled.fields.every(({ name, isRequired }) => !isRequired || filled.values[name]);
  const isEdited = search.has("edit") && !kept?.result;
  // A link that says all of it leads to the plan.
  const isShown = kept ? !isEdited : isComplete && (!operation.changesData || search.has("plan"));
  const shown: Shown | null =
    id && !kept
      ? { is: "refused", problem: "That was more than a day ago. Fill in the form again.", status: 404 }
      : (kept?.result ??
        (kept && id && (await findBegun(args.context, id))) ??
        filled.refused ??
        missing ??
        (isShown ? await plan(args.context, { ...asked, values: filled.values }) : null));
  // Its answers are changed where they were asked for.
  if (operation.questions && kept && shown?.is === "refused")
    return redirect(`/desk/new-city?${new URLSearchParams(filled.values)}`);
  const hasChanged = shown?.is === "plan" && search.has("seen") && search.get("seen") !== shown.fingerprint;
  const [heading, text] = (aim && aims[aim]) || [nameCommand(command), description];
  return json(
    {
      command,
      aim,
      heading,
      description: sayAtDesk(text, filled.fields, { known: filled.values }),
      changesData: operation.changesData ?? false,
      isEdit: operation.readCurrent !== undefined,
      next: operation.next ?? [],
      filled,
      values: kept?.values ?? filled.values,
      isKept: kept !== undefined,
      formId: (kept && shown?.is !== "done" && id) || crypto.randomUUID(),
      shown,
      hasChanged,
      wasSentBefore: search.has("again"),
    },
    shown?.is === "refused" ? shown.status : hasChanged ? 409 : 200,
  );
}

/** What somebody came for must be chosen; the only choice is chosen already. */
function requireAim({ fields, values }: FilledForm, aim: string, wasSent: boolean): Shown | undefined {
  const field = fields.find(({ name }) => name === aim);
  if (!field) return undefined;
  field.isRequired = true;
  const [only, other] = field.choices;
  if (!wasSent && only && !other) values[aim] ||= only.value;
  const problem = `Choose the ${lowerFirst(field.label)}.`;
  return wasSent && !values[aim]
    ? { is: "refused", problem, errors: [{ field: aim, problem }], status: 400 }
    : undefined;
}

/** Keeps what was sent, does it if it was planned, and leads to the page that shows it: that can be loaded again. */
export async function action(args: ActionFunctionArgs) {
  const asked = await findAsked(args);
  const { command, operation, operator } = asked;
  const { db, env, now } = args.context;
  const form = await readFormData(args.request);
  const { formId = "", fingerprint = "", intent } = toStrings(form);
  const { pathname, searchParams } = new URL(args.request.url);
  const named = { id: isFormId(formId) ? formId : crypto.randomUUID(), operator: operator.name, command };
  const showForm = (more: Record<string, string> = {}) => {
    for (const name of ["form", "edit", "seen", "again"]) searchParams.delete(name);
    return redirect(
      `${pathname}?${new URLSearchParams([...searchParams, ["form", named.id], ...Object.entries(more)])}`,
    );
  };
  const values = readValues(describeForm(operation), form);
  /** The page that founds a city plans without a form, and sends all its answers with the last tap. */
  async function keepUnplanned() {
    if (!Object.values(values).some(Boolean)) return undefined;
    await saveDeskForm(db, env, { ...named, values, now });
    return findDeskForm(db, env, named);
  }
  if (intent === "do") {
    const kept = (await findDeskForm(db, env, named)) ?? (await keepUnplanned());
    if (!kept) return showForm();
    if (await findBegun(args.context, named.id)) return showForm({ again: "yes" });
    if (operation.unticked) {
      const ticked = form.getAll("ticked");
      const unticked = form.getAll("offered").filter((value) => !ticked.includes(value));
      kept.values[String(operation.unticked)] = unticked.join("\n");
      await saveDeskForm(db, env, { ...named, values: kept.values, now });
    }
    const filled = await fillForm(args, asked, new URLSearchParams(kept.values));
    const change = { ...asked, values: filled.values, formId: named.id, fingerprint };
    const shown = filled.refused ?? (await apply(args.context, change));
    if (!shown) return showForm({ again: "yes" });
    if (shown.is === "plan") return showForm({ seen: fingerprint });
    await saveDeskResult(db, env, named.id, shown);
    const isBegun = shown.is === "refused" && (await findBegun(args.context, named.id));
    return showForm(isBegun ? { again: "yes" } : {});
  }
  // The form was sent before and is done: with other words it is another one.
  if (!(await saveDeskForm(db, env, { ...named, values, now }))) {
    const kept = await findDeskForm(db, env, named);
    if (JSON.stringify(kept?.values) === JSON.stringify(values)) return showForm({ again: "yes" });
    named.id = crypto.randomUUID();
    await saveDeskForm(db, env, { ...named, values, now });
  }
  // What only takes something back needs no plan.
  if (intent === "undo" && operation.isUndo)
    await saveDeskResult(db, env, named.id, await doAtOnce(args.context, { ...asked, values }));
  return showForm();
}

const isFormId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);

export default function DeskOperation() {
  const loaded = useLoaderData<typeof loader>();
  const { command, description, changesData, formId, values } = loaded;
  const shown = loaded.shown as Shown | null;
  const filled = loaded.filled as FilledForm;
  const here = `/desk/do/${command.replace(" ", "/")}`;
  const isAsked = (name: string) =>
    filled.fields.some((field) => field.name === name) && !filled.given.some((each) => each.name === name);
  const { errors: found = [], problem = "" } = shown?.is === "refused" ? shown : {};
  const errors = found.every(({ field }) => isAsked(field)) ? found : [];
  const hasForm = !filled.hasNoEvent && (filled.fields.length > 0 || changesData);
  // What the address says of the form stays in it.
  const linked = {
    ...(loaded.aim ? { [loaded.aim]: "" } : {}),
    ...Object.fromEntries(filled.given.map(({ name, value }) => [name, value])),
  };
  const search = String(new URLSearchParams(linked));
  const given = search && `?${search}`;
  return (
    <div className="grid max-w-220 grid-cols-[minmax(0,1fr)] gap-6">
      {shown?.is === "plan" && shown.page ? (
        <DeskHeading title={shown.page.title}>{shown.page.when}</DeskHeading>
      ) : (
        <DeskHeading title={loaded.heading}>
          {shown?.is !== "done" && <Said text={description} />}
        </DeskHeading>
      )}
      {problem && errors.length === 0 && (
        <FormError>
          <Said text={problem} />
        </FormError>
      )}
      {shown?.is === "done" && (
        <>
          <Banner variant="success">{loaded.wasSentBefore ? "This was done before." : "Done."}</Banner>
          <ShownMessage message={shown.message} />
          {shown.undo && <UndoBar {...shown.undo} />}
          <p className="flex flex-wrap gap-2">
            {values.event && <DeskLink href={`/desk/evenings/${values.event}`}>Back to the event</DeskLink>}
            {loaded.next.map(([name, following]) => (
              <DeskLink key={name} href={operationHref(following, { city: shown.city })}>
                {name}
              </DeskLink>
            ))}
            {/^(city|venue|schedule) /.test(command) && <DeskLink href="/desk/places">Places</DeskLink>}
            <DeskLink href={values.event ? `/desk?event=${values.event}` : "/desk"}>Back to tonight</DeskLink>
          </p>
        </>
      )}
      {shown?.is === "plan" && (
        <form method="post" action={here + given} className="grid gap-6">
          {loaded.hasChanged && (
            <Banner variant="info">Something changed since you looked. This is the plan now.</Banner>
          )}
          <ShownMessage message={shown.details} />
          {shown.choices && <Choices choices={shown.choices} />}
          {!loaded.isKept && <HiddenValues values={values} />}
          <input type="hidden" name="formId" value={formId} />
          <input type="hidden" name="fingerprint" value={shown.fingerprint} />
          <PlanFoot
            summary={shown.page?.sum ?? `This will ${shown.summary}.`}
            canBeUndone={shown.canBeUndone}
            backHref={`${here}?${new URLSearchParams({ ...linked, ...(loaded.isKept ? { form: formId, edit: "yes" } : {}) })}`}
            doLabel={shown.page ? "Do it" : nameCommand(command)}
          />
        </form>
      )}
      {filled.hasNoEvent && <p className="text-ink-2">No event for which this can be done now.</p>}
      {shown?.is !== "plan" && shown?.is !== "done" && hasForm && (
        <OperationForm
          here={here}
          search={given}
          formId={formId}
          filled={filled}
          changesData={changesData}
          isEdit={loaded.isEdit}
          aim={loaded.aim}
          errors={errors}
        />
      )}
      {shown?.is === "result" && <ShownMessage message={shown.message} />}
    </div>
  );
}

type PlannedShown = Extract<Shown, { is: "plan" }>;

/** What the plan does besides, unless it is unticked. */
const Choices = ({ choices: { heading, rows } }: { choices: NonNullable<PlannedShown["choices"]> }) => (
  <fieldset className="grid min-w-0">
    <legend className="w-full border-b border-ink pb-2 font-strong">{heading}</legend>
    {rows.map(({ value, says, isTicked }) => (
      <label
        key={value}
        className="flex min-h-target cursor-pointer items-start gap-3 border-b border-line py-2.5"
      >
        <input type="hidden" name="offered" value={value} />
        <input type="checkbox" name="ticked" value={value} defaultChecked={isTicked} className={boxClass} />
        <span className="pt-0.5">{says}</span>
      </label>
    ))}
  </fieldset>
);

interface FormProps {
  here: string;
  search: string;
  /** Made when the form is drawn, so that what is sent twice is done once. */
  formId: string;
  filled: FilledForm;
  changesData: boolean;
  /** Fields that have a value already are not put away. */
  isEdit: boolean;
  /** The one option that somebody came for. */
  aim: string | undefined;
  errors: Extract<Shown, { is: "refused" }>["errors"] & object;
}

function OperationForm({
  here,
  search,
  formId,
  filled: { fields, values, given, opening },
  changesData,
  isEdit,
  aim,
  errors,
}: FormProps) {
  const left = fields.filter(({ name, isInPlan }) => !isInPlan && !given.some((each) => each.name === name));
  // What a link says already needs few other fields; what is new in a city needs all of them.
  const isOf = (wanted: string) => fields.some(({ subject }) => subject === wanted);
  const isNews = isOf("event") && given.some(({ name }) => name === "city" || name === "everybody");
  const isAbout =
    isNews || given.some(({ name }) => fields.find((field) => field.name === name)?.subject !== "city");
  const ofAim = [aim, "instead", "say"];
  const needed = left.filter(
    ({ name, isRequired, subject }) =>
      isEdit ||
      isRequired ||
      Boolean(values[name]) ||
      errors.some(({ field }) => field === name) ||
      (!isNews && (subject === "table" || (aim ? ofAim.includes(name) : subject === "venue"))),
  );
  const first = left.filter(({ name }) => name === opening).map((each) => ({ ...each, isRequired: true }));
  const asked = first.length > 0 ? first : !isAbout || needed.length === 0 ? left : needed;
  const others = first.length > 0 ? [] : left.filter((field) => !asked.includes(field));
  const isPost = changesData && first.length === 0;
  return (
    <form
      method={isPost ? "post" : "get"}
      action={isPost ? here + search : here}
      className="grid max-w-measure gap-5"
    >
      {isPost && <input type="hidden" name="formId" value={formId} />}
      {given.some(({ says }) => says) && (
        <ul className="border-t border-ink">
          {given
            .filter(({ says }) => says)
            .map(({ name, says }) => (
              <li key={name} className="border-b border-line py-2.5 font-strong wrap-anywhere">
                <Said text={says} />
              </li>
            ))}
        </ul>
      )}
      {given.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {!isPost && aim && <input type="hidden" name={aim} />}
      <OperationFields fields={asked} values={values} errors={errors} />
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
