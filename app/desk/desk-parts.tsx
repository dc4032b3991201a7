import type { ReactNode } from "react";
import { Button, buttonClass } from "#app/components/button.tsx";
import { capitalize } from "#app/lib/text.ts";
import { commandMark } from "./operation-form.ts";

/** What somebody does, as a heading, a link and a button say it. */
const titles: Record<string, string> = {
  "city found": "Open a city",
  "city list": "All cities",
  "city add": "Add a city",
  "city edit": "Change a city",
  "city remove": "Remove a city",
  "city requests": "Cities that people ask for",
  "city tell": "Tell who asked for a city",
  "venue list": "All restaurants",
  "venue show": "All about a restaurant",
  "venue add": "Add a restaurant",
  "venue edit": "Change a restaurant",
  "venue remove": "Remove a restaurant",
  "venue answer": "Note a restaurant’s answer",
  "venue link": "Show the link to a sheet",
  "event list": "All events",
  "event show": "All about an event",
  "event seats": "Fill empty seats",
  "event diets": "See who eats what",
  "event add": "Add an event",
  "event edit": "Change an event",
  "event venues": "Change an event’s restaurants",
  "event close": "End booking",
  "event cancel": "Cancel an event",
  "schedule list": "All weekly events",
  "schedule add": "Add a weekly event",
  "schedule holidays": "See public holidays",
  "schedule edit": "Change a weekly event",
  "schedule skip": "Skip a date",
  "schedule pause": "Pause a weekly event",
  "schedule resume": "Resume a weekly event",
  "schedule end": "End a weekly event",
  "booking list": "All bookings",
  "booking add": "Book for somebody",
  "booking confirm": "Give a seat",
  "booking move": "Move a diner",
  "booking cancel": "Cancel a booking",
  "booking together": "Seat diners together",
  "booking apart": "Seat diners on their own",
  "booking walk-in": "Seat a walk-in",
  "booking walk-in-remove": "Take back a walk-in’s seat",
  "match preview": "Preview the tables",
  "match run": "Make the tables",
  "match show": "See how tables were made",
  "table show": "All about a table",
  "table close": "Close a table",
  "host-link create": "Make a link for a host",
  "host-link list": "All links of hosts",
  "host-link revoke": "End a host’s link",
  "attendance record": "Note who came",
  "attendance show": "See who came",
  "attendance count": "Count who is here",
  "attendance late": "Note who is late",
  "attendance contests": "See who says they came",
  "avoid list": "See who is kept apart",
  "avoid add": "Keep two people apart",
  "avoid remove": "Let two people meet again",
  "quiz list": "All questions of the quiz",
  "weights show": "See what questions count",
  "deposit list": "All deposits",
  "deposit month": "Export a month of deposits",
  "deposit refund": "Give back a deposit",
  "deposit evidence": "Evidence for the bank",
  "outbox list": "See emails that wait",
  "outbox retry": "Send an email again",
  "outbox drop": "Delete an unsent email",
  "user show": "All about a person",
  "user history": "A person’s history",
  "user invite": "Make an account for somebody",
  "user correct-address": "Correct an email address",
  "user recover": "Replace a lost email address",
  "user block": "Block a person",
  "user unblock": "Unblock a person",
  "user crowds": "See accounts that may be one person’s",
  "user different": "Say that people are different",
  "job list": "All tasks",
  "job retry": "Try tasks again",
  "job run": "Run what is due",
  "email preview": "Preview an email",
  "email allow": "Write to an address again",
  "message send": "Send a message",
  "message list": "All messages",
  "message undo": "Take back a message",
  sheet: "See the sheets of restaurants",
  feedback: "Read feedback",
  stats: "See figures",
};

export const nameCommand = (command: string): string => titles[command] ?? capitalize(command);

/** The address of the page that does an operation, with fields that are filled in already. */
export function operationHref(command: string, fields: Record<string, string | undefined> = {}): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(given).toString();
  return `/desk/do/${command.replace(" ", "/")}${search && `?${search}`}`;
}

/** The same, where nothing is left to ask: it leads to the plan. */
export const planHref = (command: string, fields: Record<string, string>) =>
  operationHref(command, { ...fields, plan: "yes" });

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
    <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-ink pb-2 text-[1rem] font-strong">
      {title}
      {aside !== undefined && <span className="text-small font-[420] text-ink-2">{aside}</span>}
    </h2>
    {children}
  </section>
);

/** A link that looks like a button, or is quiet. */
export const DeskLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={buttonClass({ size: "small" })}>
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
    <div className="max-w-full min-w-[min(100%,11rem)] flex-[1_1_11rem]">
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
      <a key={i} href={`/desk/do/${part.replace(" ", "/")}`} className="underline underline-offset-[0.3em]">
        {nameCommand(part.replace(/\?.*/, ""))}
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
  <div className="-mx-(--spacing-gutter) grid gap-3 border-t border-line bg-surface px-gutter py-4 lg:mx-0 lg:rounded-paper lg:border lg:px-6">
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
  <span className={`inline-flex items-center gap-2 text-small font-strong ${tones[tone].text}`}>
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
        className="flex flex-wrap gap-x-4 border-b border-line py-2.5 text-small"
      >
        <dt className="flex-[2_0_7.5rem] text-ink-2">{name}</dt>
        <dd className="min-w-0 flex-[5_1_9rem] wrap-anywhere">{value}</dd>
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
