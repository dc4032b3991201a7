import * as z from "zod";
import type { Operation, OptionHelp } from "#app/operations/operation.ts";

/** What a field names, so that the desk can offer what the club has. */
export type Subject =
  | "booking"
  | "city"
  | "country"
  | "currency"
  | "deposit"
  | "diet"
  | "event"
  | "person"
  | "price level"
  | "schedule"
  | "table"
  | "venue"
  | "zone";

export interface Choice {
  value: string;
  label: string;
}

/** A field of an operation's form. */
export interface FormField {
  name: string;
  label: string;
  hint: string;
  isRequired: boolean;
  kind: "text" | "long text" | "check" | "yes or no" | "number" | "day" | "hour" | "time";
  choices: Choice[];
  subject?: Subject | undefined;
  /** Several values, one a line where they are typed. */
  hasMany: boolean;
  /** Each value is a venue, and beside it how many tables. */
  hasTables: boolean;
  isPositional: boolean;
  /** Emptied, it is said that there is none. */
  canBeCleared: boolean;
  /** It is answered there, and not in the form. */
  isInPlan: boolean;
}

/** A field that names a file on the operator's computer, or pretends another time, is of no use at the desk. */
const leftOut = (name: string, value: string) => name === "now" || name === "force" || value === "file";

/** Where the name of a field says little to somebody who never typed it in a terminal. */
const labels: Record<string, string> = {
  at: "When",
  available: "Open for booking",
  at_hour: "Hour",
  at_position: "Position",
  because: "Reason",
  closes: "Booking ends",
  every: "Every how many weeks",
  first: "First date",
  instead: "Restaurant that takes its place",
  level: "Price level",
  maps: "Link to a map",
  number: "Table",
  on: "Day of the week",
  onFoot: "The last bit on foot",
  remove_venue: "Restaurant that drops out",
  say: "Your own sentence",
  set: "Other number of tables for",
  slug: "Name in addresses",
  skipHolidays: "Leave out holidays",
  stepFree: "Step-free access",
  weeks: "How many weeks ahead",
  diner: "Person",
  other: "Other person",
  user: "Person",
  venue: "Restaurant",
  venues: "Restaurants",
  with: "Compare with",
  with_booking: "Change places with",
  zone: "Time zone",
};

/** By what the help calls the value, or else by the name of the field. */
const subjects: Record<string, Subject> = {
  ...{ booking: "booking", bookings: "booking", diners: "booking", event: "event", schedule: "schedule" },
  ...{ city: "city", country: "country", currency: "currency", zone: "zone", level: "price level" },
  deposit: "deposit",
  ...{ diner: "person", other: "person", user: "person", diets: "diet", table: "table" },
  ...{ venue: "venue", venues: "venue" },
};

const pickers: Record<string, FormField["kind"]> = {
  day: "day",
  hour: "hour",
  time: "time",
  number: "number",
};

/** Makes the form from what the operation says of itself, in the same words as a terminal shows. */
export function describeForm({
  arguments: places = "",
  options = {},
  input,
  unticked,
}: Operation): FormField[] {
  const shape = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {};
  const make = (name: string, value: string, rest: Partial<FormField>): FormField => {
    const [, called = "", tables, dots] = /^<?([\w|-]+)(=\w+)?(\.\.\.)?>?$/.exec(value) ?? [];
    const schema = shape[name];
    const choices = schema ? findChoices(schema) : [];
    const isYesOrNo = choices.join() === "yes,no";
    const isLong = schema !== undefined && findMaxLength(schema) >= 300;
    const kind = isYesOrNo ? "yes or no" : choices.length > 0 ? "text" : pickers[called];
    const subject =
      choices.length > 0
        ? undefined
        : (subjects[called] ?? (called === "amount" ? undefined : subjects[name]));
    return {
      name,
      label:
        labels[`${name}_${called}`] ?? labels[called === "position" ? "at_position" : name] ?? toWords(name),
      isRequired: false,
      kind: kind ?? (isLong ? "long text" : "text"),
      choices: choices.map((choice) => ({ value: choice, label: toWords(choice) })),
      subject: places.includes("<event> <number>") && name === "number" ? "table" : subject,
      hasMany: dots !== undefined,
      hasTables: tables !== undefined,
      isPositional: false,
      canBeCleared: false,
      isInPlan: name === unticked,
      ...rest,
      hint:
        subject === "person"
          ? "A name or an email address"
          : choices.length > 0 && rest.hint?.includes(choices[0] ?? "")
            ? ""
            : sayHint(rest.hint ?? "", toWords(name), subject !== undefined || kind !== undefined),
    };
  };
  const byPosition = [...places.matchAll(/([<[])([\w-]+(?:\.\.\.)?)[>\]]/g)].map(([, bracket, value = ""]) =>
    make(value.replace("...", ""), value, { isRequired: bracket === "<", isPositional: true }),
  );
  const named = Object.entries(options).flatMap(([name, help]: [string, OptionHelp | undefined]) => {
    if (!help || name === "force") return [];
    if (typeof help === "string") return [make(name, "", { hint: help, kind: "check" })];
    const [value, hint, helpForNone] = help;
    if (leftOut(name, value.replaceAll(/[<>]/g, ""))) return [];
    const isRequired = shape[name] !== undefined && !shape[name].safeParse(undefined).success;
    return [make(name, value, { hint, isRequired, canBeCleared: helpForNone !== undefined })];
  });
  return [...byPosition, ...named];
}

/** What is picked needs no example of how it is typed; "its name" says nothing beside "Name". */
function sayHint(hint: string, label: string, isPicked: boolean): string {
  const short = isPicked
    ? hint.replaceAll(
        /,? such as [^;)]*|: ".*$|, two letters|; not needed (?:while|where) [^;]*|; as many as usual without a number/g,
        "",
      )
    : hint;
  const words = short.replace(/^(its|the) /, "").toLowerCase();
  return words === label.toLowerCase() ? "" : short.charAt(0).toUpperCase() + short.slice(1);
}

/** "maxTables" becomes "Max tables". */
function toWords(name: string): string {
  const words = name.replaceAll("-", " ").replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function findMaxLength(schema: z.ZodType): number {
  if (schema instanceof z.ZodString) return schema.maxLength ?? 0;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return findMaxLength(schema.def.innerType as z.ZodType);
  return schema instanceof z.ZodPipe ? findMaxLength(schema.def.out as z.ZodType) : 0;
}

/** Looks through defaults, transforms and lists. */
function findChoices(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return findChoices(schema.def.innerType as z.ZodType);
  if (schema instanceof z.ZodPipe)
    return [schema.def.in, schema.def.out].flatMap((each) => findChoices(each as z.ZodType));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => findChoices(each as z.ZodType));
  if (schema instanceof z.ZodArray) return findChoices(schema.def.element as z.ZodType);
  return [];
}

/** Between two of these, a sentence has a command with its fields as in an address, which a page shows as a link. */
export const commandMark = "\u0001";

/** The name of the hidden field that says what a field was when the form was shown. */
export const wasName = (name: string) => `was-${name}`;

export const tablesName = (name: string) => `tables-${name}`;

const clean = (value: unknown) => (typeof value === "string" ? value.normalize("NFC").trim() : "");

/** The fields as they were typed, each as one text: several values are lines of it, and a venue has its tables behind it. */
export function readValues(
  fields: readonly FormField[],
  form: URLSearchParams | FormData,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, hasMany, hasTables } of fields) {
    for (const key of [name, wasName(name)])
      if (form.has(key)) values[key] = form.getAll(key).map(clean).join("\n").trim();
    const tables = form.getAll(tablesName(name)).map(clean);
    if (hasTables && tables.length > 0)
      values[name] = form
        .getAll(name)
        .map((venue, i) => (clean(venue) && tables[i] ? `${clean(venue)}=${tables[i]}` : clean(venue)))
        .filter(Boolean)
        .join("\n");
    else if (!hasMany && form.has(name)) values[name] = clean(form.get(name));
  }
  return values;
}

/** Turns the values into what a terminal would give the operation. What is as it was before is not given. */
export function readTyped(fields: readonly FormField[], values: Record<string, string>): object {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, hasMany, canBeCleared }): [string, unknown][] => {
      const text = values[name] ?? "";
      const was = values[wasName(name)];
      if (was !== undefined && sortLines(was) === sortLines(text)) return [];
      if (text === "") return was && canBeCleared && name in values ? [[name, false]] : [];
      if (kind === "check") return [[name, true]];
      return [[name, hasMany ? splitLines(text) : text]];
    }),
  );
}

export const splitLines = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

const sortLines = (text: string) => splitLines(text).sort().join("\n");
