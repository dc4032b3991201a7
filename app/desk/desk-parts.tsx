import { Fragment, type ReactNode } from "react";
import { Button, buttonClass } from "#app/components/button.tsx";
import type { Message, Table } from "#app/operations/operation.ts";
import { type FormField, noneName } from "./operation-form.ts";

/** The address of the page that does an operation, with fields that are filled in already. */
export function operationHref(command: string, fields: Record<string, string | undefined> = {}): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return `/desk/do/${command.replace(" ", "/")}${search && `?${search}`}`;
}

export const DeskHeading = ({
  title,
  children,
  backHref,
  back,
}: {
  title: string;
  children?: ReactNode;
  backHref?: string;
  back?: string;
}) => (
  <header className="mb-6">
    {backHref && (
      <a href={backHref} className="inline-flex min-h-target items-center gap-2 text-small text-ink-2">
        <span aria-hidden="true">←</span> {back}
      </a>
    )}
    <h1 className="display text-2">{title}</h1>
    {children && <div className="mt-1.5 max-w-measure text-ink-2">{children}</div>}
  </header>
);

/** A heading with a line under it, and what is beside it in words. */
export const DeskSection = ({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) => (
  <section className="mb-7">
    <h2 className="flex items-baseline justify-between gap-4 border-b border-ink pb-2 text-[1rem] font-strong">
      {title}
      {aside !== undefined && <span className="text-small font-[420] text-ink-2">{aside}</span>}
    </h2>
    {children}
  </section>
);

/** A link that looks like a button, or is quiet. */
export const DeskLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={buttonClass({ size: "small" }, "whitespace-nowrap")}>
    {children}
  </a>
);

/** One thing and what can be done about it. */
export const DeskRow = ({
  title,
  text,
  children,
}: {
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
}) => (
  <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-0.5 border-b border-line py-3">
    <div className="min-w-0">
      <b className="block font-strong">{title}</b>
      {text && <div className="text-small text-ink-2">{text}</div>}
    </div>
    {children && <div className="flex flex-wrap justify-end gap-2">{children}</div>}
  </li>
);

/** Sentences and tables, as an operation returns them. */
export const ShownMessage = ({ message }: { message: Message }) => (
  <div className="grid gap-4">
    {[message].flat().map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <Fragment key={i}>
        {typeof part === "string" ? <Lines text={part} /> : <ShownTable table={part} />}
      </Fragment>
    ))}
  </div>
);

const Lines = ({ text }: { text: string }) => <p className="max-w-measure whitespace-pre-line">{text}</p>;

/** More rows than anybody reads at once. */
const maxRows = 200;

function ShownTable({ table: { headings, rows, empty, advice } }: { table: Table }) {
  if (rows.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who uses a keyboard can scroll it
    <section className="overflow-x-auto" tabIndex={0} aria-label={headings.join(", ")}>
      <table className="w-full text-small">
        <thead>
          <tr>
            {headings.map((heading, i) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have one name
                key={i}
                className="border-b border-line py-2 pr-4 text-left font-[420] whitespace-nowrap text-ink-2"
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows can say the same
            <tr key={i}>
              {row.map((cell, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their order
                  key={column}
                  className={`min-w-12 border-b border-line py-2.5 pr-4 align-top [overflow-wrap:normal] ${typeof cell === "number" ? "figures text-right" : ""}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && (
        <p className="mt-3 text-small text-ink-2">
          … and {rows.length - maxRows} more{advice ? `: ${advice}` : ""}.
        </p>
      )}
    </section>
  );
}

interface FieldsProps {
  fields: FormField[];
  values: Record<string, string>;
}

const inputClass =
  "min-h-12 w-full border-b border-line-strong bg-transparent text-[1.0625rem] focus:border-ink disabled:opacity-60";

/** The fields of an operation's form. */
export const OperationFields = ({ fields, values }: FieldsProps) => (
  <>
    {fields.map((field) => (
      <OperationField
        key={field.name}
        field={field}
        value={values[field.name] ?? ""}
        isNone={Boolean(values[noneName(field.name)])}
      />
    ))}
  </>
);

function OperationField({ field, value, isNone }: { field: FormField; value: string; isNone: boolean }) {
  const { name, label, hint, isRequired, kind, choices, helpForNone } = field;
  if (kind === "check")
    return (
      <label className="flex min-h-target cursor-pointer items-start gap-3 py-2">
        <input
          type="checkbox"
          name={name}
          value="yes"
          defaultChecked={Boolean(value)}
          className="mt-0.5 size-6 shrink-0 accent-(--color-green)"
        />
        <span>
          <b className="font-strong">{label}</b>
          <span className="block text-small text-ink-2">{hint}</span>
        </span>
      </label>
    );
  const hasHint = hint !== "";
  const common = {
    id: `field-${name}`,
    name,
    defaultValue: value,
    required: isRequired,
    "aria-describedby": hasHint ? `hint-${name}` : undefined,
  };
  return (
    <div className="grid gap-1">
      <label htmlFor={common.id} className="text-small font-strong">
        {label}
        {!isRequired && <span className="font-[420] text-ink-2"> (optional)</span>}
      </label>
      {kind === "lines" || kind === "long text" ? (
        <textarea
          {...common}
          rows={kind === "lines" ? 3 : 6}
          className="w-full rounded-paper border border-line-strong bg-surface p-3"
        />
      ) : kind === "choice" || kind === "yes or no" ? (
        <select {...common} className={inputClass}>
          {(!isRequired || value === "") && <option value="">{isRequired ? "Choose" : "As it is"}</option>}
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input type="text" {...common} autoComplete="off" maxLength={2_000} className={inputClass} />
      )}
      {hasHint && (
        <p id={`hint-${name}`} className="text-small text-ink-2">
          {hint}
          {kind === "lines" && "; one a line"}
        </p>
      )}
      {helpForNone && (
        <label className="flex min-h-target cursor-pointer items-center gap-3 text-small">
          <input
            type="checkbox"
            name={noneName(name)}
            value="yes"
            defaultChecked={isNone}
            className="size-5 accent-(--color-green)"
          />
          {helpForNone}
        </label>
      )}
    </div>
  );
}

/** What a plan would do, and the button that does it. */
export const PlanFoot = ({
  summary,
  canBeUndone,
  doLabel,
  backHref,
}: {
  summary: string;
  canBeUndone: boolean;
  doLabel: string;
  backHref: string;
}) => (
  <div className="sticky bottom-16 -mx-(--spacing-gutter) grid gap-3 border-t border-line bg-surface px-gutter py-4 lg:static lg:mx-0 lg:rounded-paper lg:border lg:px-6">
    <p className="display text-[1.375rem]/[1.28]">{summary}</p>
    {!canBeUndone && <p className="text-small text-ink-2">It can’t be undone.</p>}
    <div className="flex flex-wrap gap-2.5">
      <Button variant="primary" name="intent" value="do">
        {doLabel}
      </Button>
      <a href={backHref} className={buttonClass({ variant: "secondary" })}>
        Not now
      </a>
    </div>
  </div>
);

const tones = {
  good: { dot: "bg-green-text", text: "text-green-text" },
  waiting: { dot: "bg-saffron", text: "text-saffron-text" },
  bad: { dot: "bg-paprika", text: "text-paprika-text" },
  over: { dot: "border border-ink-3", text: "text-ink-2" },
} as const;

export type Tone = keyof typeof tones;

/** A state in a word, with a dot. */
export const DeskState = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex items-center gap-2 text-small font-strong whitespace-nowrap ${tones[tone].text}`}
  >
    <span aria-hidden="true" className={`size-2 shrink-0 rounded-round ${tones[tone].dot}`} />
    {children}
  </span>
);

/** Names and what they are, one a line. */
export const DeskFacts = ({ facts }: { facts: readonly [name: string, value: ReactNode][] }) => (
  <dl>
    {facts.map(([name, value], i) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: two facts can have one name
        key={i}
        className="grid grid-cols-[minmax(7.5rem,2fr)_5fr] gap-4 border-b border-line py-2.5 text-small"
      >
        <dt className="text-ink-2">{name}</dt>
        <dd className="wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);

/** Figures that stand beside each other. */
export const DeskFigures = ({ figures }: { figures: readonly { value: string; name: string }[] }) => (
  <dl className="mb-7 grid grid-cols-2 border-y border-line lg:grid-cols-4">
    {figures.map(({ value, name }) => (
      <div
        key={name}
        className="flex flex-col-reverse justify-end border-line py-4 pr-4 not-first:pl-4 max-lg:even:border-l max-lg:odd:pl-0 max-lg:nth-[n+3]:border-t lg:not-first:border-l"
      >
        <dt className="text-small text-ink-2">{name}</dt>
        <dd className="display figures text-[1.625rem]/[1.2]">{value}</dd>
      </div>
    ))}
  </dl>
);

/** A quiet link between lines. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    className="inline-flex min-h-target items-center text-small underline underline-offset-[0.3em]"
  >
    {children}
  </a>
);
