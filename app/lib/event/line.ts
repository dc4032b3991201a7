import { hourMs } from "#app/lib/time-units.ts";

/** So long a seat that opens is held for the first in line. */
export const offerMs = 2 * hourMs;

const words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const endings: Record<string, string> = { one: "st", two: "nd", few: "rd", other: "th" };
const rules = new Intl.PluralRules("en", { type: "ordinal" });

/** "third", "12th" */
export const ordinal = (position: number) =>
  words[position - 1] ?? `${position}${endings[rules.select(position)]}`;
