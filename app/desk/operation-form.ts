import * as z from "zod";
import type { Operation } from "#app/operations/operation.ts";

/** A field of an operation's form. */
export interface FormField {
  name: string;
  label: string;
  hint: string;
  isRequired: boolean;
  kind: "text" | "long text" | "lines" | "check" | "choice" | "yes or no";
  choices: string[];
  /** What ticking the box beside it does, if the value can be cleared. */
  helpForNone?: string | undefined;
}

/** A field that names a file on the operator's computer, or pretends another time, is of no use at the desk. */
const leftOut = (name: string, value: string) => name === "now" || name === "force" || value === "<file>";

/** Makes the form from what the operation says of itself, in the same words as a terminal shows. */
export function describeForm({ arguments: places = "", options = {}, input }: Operation): FormField[] {
  const shape = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {};
  const byPosition = [...places.matchAll(/([<[])([\w-]+)(\.\.\.)?[>\]]/g)].map(
    ([, bracket, name = "", dots]): FormField => ({
      name,
      label: toWords(name),
      hint: "",
      isRequired: bracket === "<",
      ...describeKind(shape[name], Boolean(dots)),
    }),
  );
  const named = Object.entries(options).flatMap(([name, help]): FormField[] => {
    if (!help || name === "force") return [];
    if (typeof help === "string")
      return [{ name, label: toWords(name), hint: help, isRequired: false, kind: "check", choices: [] }];
    const [value, hint, helpForNone] = help;
    if (leftOut(name, value)) return [];
    const isRequired = shape[name] !== undefined && !shape[name].safeParse(undefined).success;
    return [
      {
        name,
        label: toWords(name),
        hint,
        isRequired,
        helpForNone,
        ...describeKind(shape[name], value.includes("...")),
      },
    ];
  });
  return [...byPosition, ...named];
}

/** "maxTables" becomes "Max tables". */
function toWords(name: string): string {
  const words = name.replaceAll("-", " ").replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeKind(schema: z.ZodType | undefined, hasMany: boolean): Pick<FormField, "kind" | "choices"> {
  const choices = schema ? findChoices(schema) : [];
  if (hasMany) return { kind: "lines", choices };
  if (choices.join() === "yes,no") return { kind: "yes or no", choices };
  if (choices.length > 0) return { kind: "choice", choices };
  return { kind: schema && findMaxLength(schema) >= 300 ? "long text" : "text", choices };
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
  if (schema instanceof z.ZodPipe) return findChoices(schema.def.in as z.ZodType);
  if (schema instanceof z.ZodArray) return findChoices(schema.def.element as z.ZodType);
  return [];
}

/** The name of the box that clears a field. */
export const noneName = (name: string) => `no-${name}`;

/** Turns what was sent into what a terminal would give the operation. */
export function readTyped(fields: readonly FormField[], form: URLSearchParams | FormData): object {
  const get = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.normalize("NFC").trim() : "";
  };
  return Object.fromEntries(
    fields.flatMap(({ name, kind, helpForNone }): [string, unknown][] => {
      if (helpForNone && get(noneName(name))) return [[name, false]];
      const text = get(name);
      if (kind === "check") return text ? [[name, true]] : [];
      if (kind !== "lines") return text ? [[name, text]] : [];
      const lines = form
        .getAll(name)
        .flatMap((value) => (typeof value === "string" ? value.split(/\r?\n/) : []))
        .map((line) => line.normalize("NFC").trim())
        .filter(Boolean);
      return lines.length > 0 ? [[name, lines]] : [];
    }),
  );
}
