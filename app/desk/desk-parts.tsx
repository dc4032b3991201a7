import { Fragment, type ReactNode } from "react";
import { Button, buttonClass } from "#app/components/button.tsx";
import { capitalize } from "#app/lib/text.ts";
import type { Message, PeopleList, Table } from "#app/operations/operation.ts";
import { commandMark, type FormField, splitLines, tablesName, wasName } from "./operation-form.ts";

/** "message send" is said "Send message". */
export function nameCommand(command: string): string {
  const [noun = "", verb] = command.split(" ");
  const words = /^(venues|seats|history|contests|crowds|list|show)$/.test(verb ?? "")
    ? command
    : verb
      ? `${verb} ${noun}`
      : noun;
  return capitalize(words.replaceAll("-", " "));
}

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

interface PagerProps {
  page: number;
  /** There is nothing before it. */
  first?: number;
  hasMore?: boolean;
  hrefOf: (page: number) => string;
  /** What the links say. */
  words?: [before: string, after: string];
}

/** Links to the page before and the page after. */
export const Pager = ({ page, first, hasMore = true, hrefOf, words = ["Newer", "Older"] }: PagerProps) =>
  (page !== first || hasMore) && (
    <p className="mt-5 mb-7 flex flex-wrap gap-2">
      {page !== first && <DeskLink href={hrefOf(page - 1)}>{words[0]}</DeskLink>}
      {hasMore && <DeskLink href={hrefOf(page + 1)}>{words[1]}</DeskLink>}
    </p>
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
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
    <div className="min-w-0 flex-[1_1_11rem]">
      <b className="block font-strong">{title}</b>
      {text && <div className="text-small text-ink-2">{text}</div>}
    </div>
    {children && <div className="flex flex-wrap gap-2">{children}</div>}
  </li>
);

/** Sentences and tables, as an operation returns them. */
export const ShownMessage = ({ message }: { message: Message }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    {[message].flat().map((part, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <Fragment key={i}>
        {typeof part === "string" ? (
          <Lines text={part} />
        ) : "headings" in part ? (
          <ShownTable table={part} />
        ) : (
          <ShownPeople list={part} />
        )}
      </Fragment>
    ))}
  </div>
);

export const seatClass =
  "display grid shrink-0 place-items-center rounded-round text-[1.125rem]/none size-11";

const Letters = ({ names, className }: { names: readonly string[]; className: string }) =>
  names.map((name, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two can have one name
    <span key={i} aria-hidden="true" className={`${seatClass} ${className}`}>
      {[...name][0]}
    </span>
  ));

/** Who is newly there has a green ring, who gets no seat a saffron one. */
const ShownPeople = ({ list: { heading, aside, rows } }: { list: PeopleList }) => (
  <DeskSection title={heading} aside={aside}>
    <ul>
      {rows.map(({ title, names = [], staying = [], text, hasNoSeat, command }, i) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order
          key={i}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 border-b border-line py-3.5"
        >
          <div className="grid min-w-0 gap-1.5">
            {title && <b className="font-strong">{title}</b>}
            {names.length > 0 && (
              <p className="flex flex-wrap gap-1.5">
                <Letters names={staying} className="bg-sunk" />
                <Letters
                  names={names}
                  className={
                    hasNoSeat
                      ? "bg-saffron-wash text-saffron-text shadow-[inset_0_0_0_2px_var(--color-saffron)]"
                      : "bg-green-wash text-green-text shadow-[inset_0_0_0_2px_var(--color-green)]"
                  }
                />
              </p>
            )}
            {names.length > 0 && (
              <p>
                {listNames.format(names)}
                {staying.length > 0 && (
                  <span className="text-ink-2">
                    {names.length === 1 ? " joins " : " join "}
                    {listNames.format(staying)}
                  </span>
                )}
              </p>
            )}
            {text && (
              <p className="text-small text-ink-2">
                <Said text={text} />
              </p>
            )}
          </div>
          {command && <DeskLink href={operationHref(command.name, command.fields)}>Plan</DeskLink>}
        </li>
      ))}
    </ul>
  </DeskSection>
);

const listNames = new Intl.ListFormat("en-GB");

/** A sentence, in which what can be done at the desk is a link. */
export const Said = ({ text }: { text: string }) =>
  text.split(commandMark).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <a key={i} href={operationHref(part)} className="underline underline-offset-[0.3em]">
        {nameCommand(part)}
      </a>
    ),
  );

const Lines = ({ text }: { text: string }) => (
  <p className="max-w-measure wrap-anywhere whitespace-pre-line">
    <Said text={text} />
  </p>
);

/** More rows than anybody reads at once. */
const maxRows = 200;

function ShownTable({ table: { headings, rows, empty, advice, links } }: { table: Table }) {
  if (rows.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who uses a keyboard can scroll it
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={headings.join(", ")}>
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
            {links && (
              <th className="border-b border-line">
                <span className="sr-only">What to do</span>
              </th>
            )}
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
              {links && (
                <td className="border-b border-line align-top">
                  <span className="flex gap-x-4">
                    {links[i]?.map(({ name, href }) => (
                      <TextLink key={href} href={href}>
                        {name}
                      </TextLink>
                    ))}
                  </span>
                </td>
              )}
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

type Values = Record<string, string>;

const inputClass =
  "min-h-12 w-full min-w-0 border-b border-line-strong bg-transparent text-[1.0625rem] focus:border-ink disabled:opacity-60";
const boxClass = "mt-0.5 size-6 shrink-0 accent-(--color-green)";

/** The fields of an operation's form. */
export const OperationFields = ({ fields, values }: { fields: FormField[]; values: Values }) => (
  <>
    {fields.map((field) => (
      <OperationField key={field.name} field={field} values={values} />
    ))}
  </>
);

function OperationField({ field, values }: { field: FormField; values: Values }) {
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
  const isGroup = (hasMany || hasTables) && choices.length > 0;
  const common = {
    id: `field-${name}`,
    name,
    required: isRequired,
    "aria-describedby": hint ? `hint-${name}` : undefined,
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
      <fieldset className="grid min-w-0 gap-1">
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
  const chosen = splitLines(value).map((line) => line.split("="));
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

/** What a plan would do, and the button that does it. */
export const PlanFoot = ({
  summary,
  canBeUndone,
  doLabel,
}: {
  summary: string;
  canBeUndone: boolean;
  doLabel: string;
}) => (
  <div className="sticky bottom-16 -mx-(--spacing-gutter) grid gap-3 border-t border-line bg-surface px-gutter py-4 lg:static lg:mx-0 lg:rounded-paper lg:border lg:px-6">
    <p className="display text-[1.375rem]/[1.28] wrap-anywhere">
      <Said text={summary} />
    </p>
    {!canBeUndone && <p className="text-small text-ink-2">It can’t be undone.</p>}
    <div className="flex flex-wrap gap-2.5">
      <Button variant="primary" name="intent" value="do">
        {doLabel}
      </Button>
      <Button variant="secondary" name="intent" value="back">
        Not now
      </Button>
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
    className="inline-flex min-h-target items-center text-small whitespace-nowrap underline underline-offset-[0.3em]"
  >
    {children}
  </a>
);
