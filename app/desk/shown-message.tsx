import { Fragment } from "react";
import type { Message, PeopleList, Table } from "#app/operations/operation.ts";
import { DeskLink, DeskSection, operationHref, Said, seatClass, TextLink } from "./desk-parts.tsx";

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
        ) : "heading" in part ? (
          <ShownPeople list={part} />
        ) : (
          part.quoted.map((line) => <Lines key={line} text={line} />)
        )}
      </Fragment>
    ))}
  </div>
);

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

const Lines = ({ text }: { text: string }) => (
  <p className="max-w-measure wrap-anywhere whitespace-pre-line">
    <Said text={text} />
  </p>
);

/** More rows than anybody reads at once. */
const maxRows = 200;

/** On a phone, a row with links becomes lines that wrap. */
const phoneCell = "max-md:min-w-0 max-md:border-0 max-md:p-0 max-md:text-left max-md:empty:hidden";

function ShownTable({ table: { headings, rows, empty, advice, links } }: { table: Table }) {
  if (rows.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who uses a keyboard can scroll it
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={headings.join(", ")}>
      <table className="w-full text-small">
        <thead className={links && "max-md:sr-only"}>
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
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows can say the same
              key={i}
              className={
                links &&
                "max-md:flex max-md:flex-wrap max-md:gap-x-4 max-md:border-b max-md:border-line max-md:py-2.5"
              }
            >
              {row.map((cell, column) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their order
                  key={column}
                  data-heading={headings[column]}
                  className={`${links ? phoneCell : ""} ${links && typeof cell === "number" ? "max-md:before:mr-1 max-md:before:text-ink-2 max-md:before:content-[attr(data-heading)]" : ""} min-w-12 border-b border-line py-2.5 pr-4 align-top [overflow-wrap:normal] ${typeof cell === "number" ? "figures text-right" : ""}`}
                >
                  {cell}
                </td>
              ))}
              {links && (
                <td className={`${phoneCell} border-b border-line align-top max-md:w-full`}>
                  <span className="flex flex-wrap gap-x-4">
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
