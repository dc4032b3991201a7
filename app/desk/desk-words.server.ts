import { longDate, monthAndDay, timeOfDay } from "#app/lib/dates.ts";
import { jobNames } from "#app/operations/job/job.ts";
import type { Message } from "#app/operations/operation.ts";
import { nouns } from "#app/operations/operations.ts";
import { nameCommand } from "./desk-parts.tsx";
import { commandMark, describeForm, type FormField } from "./operation-form.ts";

/** Operations speak to a terminal too. These are the words of the desk for the same. */

/** The operations that a sentence can name; they begin with no verb that a sentence would have there. */
const commands = Object.entries(nouns).flatMap(([noun, { operations }]) =>
  operations.filter(({ computerReason }) => !computerReason).map(({ verb }) => `${noun} ${verb}`),
);

const commandNames = new RegExp(
  `\\b(${commands.join("|")})(?![\\w-])( [\\da-f]{8}\\b)?((?: --[a-z-]+(?: (?:\\d[\\w-]*|[a-z]+=\\S+))?)*)`,
  "g",
);

/** A link to its form, in which the id and the options are filled in, and what is the same in the form of this sentence. */
function markCommand(command: string, id: string | undefined, options: string, known: Values): string {
  const [noun = "", verb] = command.split(" ");
  const operation = nouns[noun]?.operations.find((each) => each.verb === verb);
  const fields = operation ? describeForm(operation) : [];
  const given = fields.flatMap(({ name, subject, hasMany }): [string, string][] => {
    const value = known[name] ?? "";
    return subject && !hasMany && value && !value.includes("\n") ? [[name, value]] : [];
  });
  const search = new URLSearchParams(given);
  if (id && fields[0]) search.set(fields[0].name, id.trim());
  for (const [, option = "", value = "yes"] of options.matchAll(/--([a-z-]+)(?: (\S+))?/g))
    search.set(toFieldName(option), value);
  return `${commandMark}${command}${search.size > 0 ? `?${search}` : ""}${commandMark}`;
}

type Values = Record<string, string>;

export const toFieldName = (option: string) =>
  option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const time =
  /\b(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d))?(?![-\d]|[:.]\d)|(?<![\d:+.-])(?:[01]\d|2[0-3]):[0-5]\d(?![\d:]|\s?[AP]M)/g;
const named = /,? \(?\b(?:booking|event|schedule|table|link|email) [\da-f]{8}\b\)?| \([\da-f]{8}\)/g;
const namedFirst = /\b(Booking|Event|Schedule|Link|Email) [\da-f]{8}\b/g;
/** Not within an address. */
const wholeId =
  /(?:: | \(|\bid )?(?<![\w/@.=-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w@-])\)?|: [\da-f]{8}(?=[.,;]|$)|\s(?=[a-f]*\d)[\da-f]{8}$/gm;

const sayTimes = (text: string, isShort: boolean) =>
  text.replaceAll(time, (whole, year, month, day, hour, minute) => {
    if (!year) return timeOfDay(new Date(`1970-01-01T${whole}Z`), "UTC");
    const date = new Date(Date.UTC(+year, +month - 1, +day, +(hour ?? 0), +(minute ?? 0)));
    if (Number.isNaN(date.getTime())) return whole;
    return [
      isShort ? Object.values(monthAndDay(date, "UTC")).join(" ") : longDate(date, "UTC"),
      ...(Number(year) === new Date().getUTCFullYear() ? [] : [year]),
      ...(hour ? [timeOfDay(date, "UTC")] : []),
    ].join(", ");
  });

/** What is set for a deployment, and jobs, in words. */
const settings: Record<string, string> = {
  RESEND_API_KEY: "a key of Resend",
  STRIPE_SECRET_KEY: "a key of Stripe",
  SESSION_SECRET: "the club’s secret",
};
const codeNames = new RegExp(`\\b(?:${[...Object.keys(settings), ...jobNames].join("|")})\\b`, "g");
const sayCodeName = (name: string) =>
  settings[name] ?? name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** A day is named, an id is not, and an option is called like its field. What somebody typed, in “ ”, stays. */
export const sayAtDesk = (
  text: string,
  fields: readonly FormField[],
  { isShort = false, known = {} }: { isShort?: boolean; known?: Values } = {},
): string =>
  text
    .split(/(“[^”]*”)/)
    .map((part, i) => (i % 2 === 1 ? part : sayPart(part, fields, isShort, known)))
    .join("");

function sayPart(text: string, fields: readonly FormField[], isShort: boolean, known: Values): string {
  const labelOf = (option: string) => fields.find(({ name }) => name === toFieldName(option))?.label;
  return text
    .replaceAll(commandNames, (_, command: string, id: string | undefined, options: string) =>
      isShort ? commandMark + command + commandMark : markCommand(command, id, options, known),
    )
    .split(commandMark)
    .map((part, i) => {
      if (i % 2 === 1) return isShort ? nameCommand(part) : commandMark + part + commandMark;
      return sayTimes(
        part
          .replaceAll(namedFirst, (_, noun: string) => `The ${noun.toLowerCase()}`)
          .replaceAll(named, "")
          .replaceAll(wholeId, ""),
        isShort,
      )
        .replaceAll(/is a venue, or a venue and (a number of tables .*, such as )\w+=/g, "needs $1")
        .replaceAll(/--([a-z][a-z-]*)/g, (whole, option: string) => {
          const label = labelOf(option);
          return label ? `“${label}”` : whole;
        })
        .replaceAll(
          /\b([Vv])enue(s?)\b/g,
          (_, v: string, s: string) => `${v === "V" ? "R" : "r"}estaurant${s}`,
        )
        .replaceAll(/\b([Tt]he )?(?:club’s )?cron\b/g, (_, the = "") => `${the}club’s clock`)
        .replaceAll(codeNames, sayCodeName)
        .replaceAll(/\bslug\b/g, "name in addresses")
        .replaceAll(/\bthe command\b/g, "this");
    })
    .join("");
}

/** A list’s ids become links to what can be done with each row; other columns of ids say nothing. */
export function sayMessage(
  message: Message,
  fields: readonly FormField[],
  { actions = [], known = {} }: { actions?: readonly { name: string; href: string }[]; known?: Values } = {},
): Message {
  const say = (text: string) => sayAtDesk(text, fields, { known });
  const isShortId = (cell: unknown) => typeof cell === "string" && /^[\da-f]{8}$/.test(cell);
  return [message].flat().map((part) => {
    if (typeof part === "string") return say(part);
    if ("quoted" in part) return part;
    if ("heading" in part)
      return {
        ...part,
        rows: part.rows.map((row) => ({
          ...row,
          ...(row.text ? { text: say(row.text) } : {}),
        })),
      };
    const { headings, rows, empty, advice } = part;
    const isIds = headings.map(
      (heading, i) => heading === "id" || (rows.length > 0 && rows.every((row) => isShortId(row[i]))),
    );
    const keep = <Cell>(cells: readonly Cell[]) => cells.filter((_, i) => !isIds[i]);
    const links = headings[0] === "id" && actions.length > 0 ? rows.map(([id]) => String(id)) : undefined;
    return {
      headings: keep(headings).map((heading) => sayAtDesk(heading, fields)),
      rows: rows.map((row) =>
        keep(row).map((cell) =>
          typeof cell === "string" ? sayAtDesk(cell, fields, { isShort: true }) : cell,
        ),
      ),
      empty: say(empty),
      ...(advice ? { advice: say(advice) } : {}),
      ...(links
        ? { links: links.map((id) => actions.map(({ name, href }) => ({ name, href: `${href}${id}` }))) }
        : {}),
    };
  });
}
