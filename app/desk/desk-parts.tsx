import type { ReactNode } from "react";
import { Button, buttonClass } from "#app/components/button.tsx";
import { capitalize } from "#app/lib/text.ts";
import { commandMark } from "./operation-form.ts";

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

export const seatClass =
  "display grid shrink-0 place-items-center rounded-round text-[1.125rem]/none size-11";

/** A sentence, in which what can be done at the desk is a link. */
export const Said = ({ text }: { text: string }) =>
  text.split(commandMark).map((part, i) =>
    i % 2 === 0 ? (
      linkPages(part)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <a key={i} href={operationHref(part)} className="underline underline-offset-[0.3em]">
        {nameCommand(part)}
      </a>
    ),
  );

/** The address of a host's page or a sheet, opened on this site whatever was typed before it. */
const linkPages = (text: string) =>
  text.split(/(https?:\/\/[^\s/]+\/(?:host|sheet)\/\S+)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order
      <a key={i} href={part.replace(/^https?:\/\/[^/]+/, "")} className="wrap-anywhere underline">
        {part}
      </a>
    ),
  );

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
  /** The form, with what was typed. */
  backHref: string;
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
    className="inline-flex min-h-target items-center text-small whitespace-nowrap underline underline-offset-[0.3em]"
  >
    {children}
  </a>
);
