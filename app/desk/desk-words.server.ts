import { dateAndTime, longDate, monthAndDay, timeOfDay } from "#app/lib/dates.ts";
import type { Message } from "#app/operations/operation.ts";
import { nouns } from "#app/operations/operations.ts";
import { type FormField, markCommand } from "./operation-form.ts";

/** Operations speak to a terminal too. These are the words of the desk for the same. */

/** The operations that a sentence can name; they begin with no verb that a sentence would have there. */
const commands = Object.entries(nouns).flatMap(([noun, { operations }]) =>
  operations.filter(({ computerReason }) => !computerReason).map(({ verb }) => `${noun} ${verb}`),
);

const commandNames = new RegExp(`\\b(?:${commands.join("|")})\\b(?: [\\da-f]{8}\\b)?`, "g");

const time = /\b(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d))?(?![-\d:.])/g;
const named = /,? \(?\b(?:booking|event|schedule|table|link|email) [\da-f]{8}\b\)?| \([\da-f]{8}\)/g;
/** Not within an address. */
const wholeId = /(?:: | \()?(?<![\w/@.=-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w@-])\)?/g;

const sayTimes = (text: string, isShort: boolean) =>
  text.replaceAll(time, (_, year, month, day, hour, minute) => {
    const date = new Date(Date.UTC(+year, +month - 1, +day, +(hour ?? 0), +(minute ?? 0)));
    if (Number.isNaN(date.getTime())) return _;
    const short = () => Object.values(monthAndDay(date, "UTC")).join(" ");
    const said = isShort
      ? [short(), ...(hour ? [timeOfDay(date, "UTC")] : [])].join(", ")
      : hour
        ? dateAndTime(date, "UTC")
        : longDate(date, "UTC");
    return Number(year) === new Date().getUTCFullYear() ? said : `${said}, ${year}`;
  });

/** A day is named, an id is not, and an option is called like its field. What somebody typed, in “ ”, stays. */
export const sayAtDesk = (text: string, fields: readonly FormField[], isShort = false): string =>
  text
    .split(/(“[^”]*”)/)
    .map((part, i) => (i % 2 === 1 ? part : sayPart(part, fields, isShort)))
    .join("");

function sayPart(text: string, fields: readonly FormField[], isShort: boolean): string {
  const labelOf = (option: string) => {
    const name = option.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return fields.find((field) => field.name === name)?.label;
  };
  return sayTimes(text.replaceAll(named, "").replaceAll(wholeId, ""), isShort)
    .replaceAll(/--([a-z][a-z-]*)/g, (whole, option: string) => {
      const label = labelOf(option);
      return label ? `“${label}”` : whole;
    })
    .replaceAll(commandNames, (command) => (isShort ? command : markCommand(command)))
    .replaceAll(/\b([Tt])he cron\b/g, "$1he club")
    .replaceAll(/\bthe command\b/g, "this");
}

/** A list’s ids become links to what can be done with each row; other columns of ids say nothing. */
export function sayMessage(
  message: Message,
  fields: readonly FormField[],
  actions: readonly { name: string; href: string }[] = [],
): Message {
  const isShortId = (cell: unknown) => typeof cell === "string" && /^[\da-f]{8}$/.test(cell);
  return [message].flat().map((part) => {
    if (typeof part === "string") return sayAtDesk(part, fields);
    if ("heading" in part)
      return {
        ...part,
        rows: part.rows.map((row) => ({
          ...row,
          ...(row.text ? { text: sayAtDesk(row.text, fields) } : {}),
        })),
      };
    const { headings, rows, empty, advice } = part;
    const isIds = headings.map(
      (heading, i) => heading === "id" || (rows.length > 0 && rows.every((row) => isShortId(row[i]))),
    );
    const keep = <Cell>(cells: readonly Cell[]) => cells.filter((_, i) => !isIds[i]);
    const links = headings[0] === "id" && actions.length > 0 ? rows.map(([id]) => String(id)) : undefined;
    return {
      headings: keep(headings),
      rows: rows.map((row) =>
        keep(row).map((cell) => (typeof cell === "string" ? sayAtDesk(cell, fields, true) : cell)),
      ),
      empty: sayAtDesk(empty, fields),
      ...(advice ? { advice: sayAtDesk(advice, fields) } : {}),
      ...(links
        ? { links: links.map((id) => actions.map(({ name, href }) => ({ name, href: `${href}${id}` }))) }
        : {}),
    };
  });
}
