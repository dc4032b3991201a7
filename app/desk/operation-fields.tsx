import { Sign } from "#app/components/icon.tsx";
import type { FieldProblem } from "#app/operations/operation.ts";
import { Said } from "./desk-parts.tsx";
import { type FormField, splitLines, tablesName, wasName } from "./operation-form.ts";

type Values = Record<string, string>;

export const inputClass =
  "min-h-12 w-full min-w-0 border-b border-line-strong bg-transparent text-[1.0625rem] focus:border-ink aria-invalid:border-paprika-text disabled:opacity-60";
export const boxClass = "mt-0.5 size-6 shrink-0 accent-(--color-green)";

/** The fields of an operation's form. */
export const OperationFields = ({
  fields,
  values,
  errors = [],
}: {
  fields: FormField[];
  values: Values;
  errors?: readonly FieldProblem[];
}) => (
  <>
    {fields.map((field) => (
      <OperationField
        key={field.name}
        field={field}
        values={values}
        problem={errors.find((error) => error.field === field.name)?.problem}
        isFirst={errors[0]?.field === field.name}
      />
    ))}
  </>
);

interface FieldProps {
  field: FormField;
  values: Values;
  problem: string | undefined;
  /** The first that is wrong has the focus. */
  isFirst: boolean;
}

function OperationField({ field, values, problem, isFirst }: FieldProps) {
  const { name, label, hint, isRequired, kind, hasMany, hasTables, choices } = field;
  const value = values[name] ?? "";
  const was = values[wasName(name)];
  const hidden = was !== undefined && <input type="hidden" name={wasName(name)} value={was} />;
  if (kind === "check")
    return (
      <label className="flex min-h-target cursor-pointer items-start gap-3 py-2">
        <input type="checkbox" name={name} value="yes" defaultChecked={value !== ""} className={boxClass} />
        <span>
          <b className="font-strong">{label}</b>
          <span className="block text-small text-ink-2">
            <Said text={hint} />
          </span>
        </span>
      </label>
    );
  const isWrong = problem !== undefined;
  const wrong = isWrong && (
    <p id={`${name}-error`} role="alert" className="flex items-start gap-2 text-small text-paprika-text">
      <Sign name="alert" className="mt-0.5 size-4.5" />
      <span>
        <Said text={problem} />
      </span>
    </p>
  );
  const isGroup = (hasMany || hasTables) && choices.length > 0;
  const common = {
    id: `field-${name}`,
    name,
    required: isRequired,
    "aria-invalid": isWrong || undefined,
    autoFocus: isFirst || undefined,
    "aria-describedby":
      [isWrong && `${name}-error`, hint && `hint-${name}`].filter(Boolean).join(" ") || undefined,
  };
  const optional = !isRequired && was === undefined && (
    <span className="font-[420] text-ink-2"> (optional)</span>
  );
  const note = hint && (
    <p id={`hint-${name}`} className="text-small text-ink-2">
      <Said text={hint} />
      {hasMany && !isGroup && "; one a line"}
    </p>
  );
  if (isGroup)
    return (
      <fieldset className="grid min-w-0 gap-1" aria-describedby={isWrong ? `${name}-error` : undefined}>
        <legend className="text-small font-strong">
          {label}
          {optional}
        </legend>
        {hasTables ? (
          <VenueRows field={field} value={value} />
        ) : (
          <div className="max-h-96 overflow-y-auto">
            {/* Says that the field was there if nothing is ticked. */}
            <input type="hidden" name={name} value="" />
            {choices.map((choice) => (
              <label key={choice.value} className="flex min-h-target cursor-pointer items-start gap-3 py-2">
                <input
                  type="checkbox"
                  name={name}
                  value={choice.value}
                  defaultChecked={splitLines(value).includes(choice.value)}
                  className={boxClass}
                />
                <span className="pt-0.5 wrap-anywhere">{choice.label}</span>
              </label>
            ))}
          </div>
        )}
        {hidden}
        {wrong}
        {note}
      </fieldset>
    );
  const types = { day: "date", hour: "time", time: "datetime-local" } as const;
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={common.id} className="text-small font-strong">
        {label}
        {optional}
      </label>
      {choices.length > 0 ? (
        <Chooser field={field} value={value} isKnown={was !== undefined} {...common} />
      ) : hasMany || kind === "long text" ? (
        <textarea
          {...common}
          defaultValue={value}
          rows={hasMany ? 3 : 6}
          className="w-full rounded-paper border border-line-strong bg-surface p-3"
        />
      ) : (
        <input
          type={kind in types ? types[kind as keyof typeof types] : "text"}
          inputMode={kind === "number" ? "numeric" : undefined}
          {...common}
          defaultValue={value}
          autoComplete="off"
          maxLength={2_000}
          className={inputClass}
        />
      )}
      {hidden}
      {wrong}
      {note}
    </div>
  );
}

/** More than this are searched by typing. */
const maxOptions = 100;

interface ChooserProps {
  field: FormField;
  value: string;
  /** What it is now is one of the choices. */
  isKnown?: boolean;
  /** False if another of its fields has the list already. */
  hasList?: boolean;
  id?: string;
  name: string;
  required?: boolean;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  autoFocus?: true | undefined;
}

function Chooser({
  field: { choices, isRequired, canBeCleared },
  value,
  isKnown = false,
  hasList = true,
  ...common
}: ChooserProps) {
  if (choices.length > maxOptions) {
    const shown = choices.find((choice) => choice.value === value)?.label ?? value;
    const listId = `list-${common.name}`;
    return (
      <>
        <input
          {...common}
          list={listId}
          defaultValue={shown}
          autoComplete="off"
          placeholder="Type a few letters"
          className={inputClass}
        />
        {hasList && (
          <datalist id={listId}>
            {[...new Set(choices.map(({ label }) => label))].map((label) => (
              <option key={label} value={label} />
            ))}
          </datalist>
        )}
      </>
    );
  }
  const isOther = value !== "" && !choices.some((choice) => choice.value === value);
  return (
    <select {...common} defaultValue={value} className={inputClass}>
      {(!isKnown || value === "" || isOther || canBeCleared) && (
        <option value="">{isRequired ? "Choose" : "–"}</option>
      )}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

/** Restaurants, each with its number of tables: some empty rows more than are chosen. */
function VenueRows({ field, value }: { field: FormField; value: string }) {
  const chosen = splitLines(value).map((line) => line.split(/=(.*)/));
  const only = field.hasMany && field.choices.length === 1 ? field.choices[0]?.value : undefined;
  const count = field.hasMany ? Math.min(field.choices.length, Math.max(4, chosen.length + 2)) : 1;
  return Array.from({ length: count }, (_, i) => {
    const [venue = only ?? "", tables = ""] = chosen[i] ?? [];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order
      <div key={i} className="grid grid-cols-[1fr_6.5rem] gap-4">
        <Chooser
          field={{ ...field, isRequired: false }}
          name={field.name}
          value={venue}
          hasList={i === 0}
          aria-label={`${field.label} ${i + 1}`}
        />
        <input
          type="text"
          inputMode="numeric"
          name={tablesName(field.name)}
          defaultValue={tables}
          aria-label={`Tables ${i + 1}`}
          placeholder="Tables"
          autoComplete="off"
          className={inputClass}
        />
      </div>
    );
  });
}

/** What was answered before, for the next form. */
export const HiddenValues = ({ values }: { values: Values }) =>
  Object.entries(values).map(([name, value]) => (
    <textarea key={name} name={name} defaultValue={value} hidden readOnly />
  ));
