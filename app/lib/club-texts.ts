import { club } from "#club";
import { defaultTexts, type TextName } from "./club.ts";

/** The club has not written it anew. */
export const isDefaultText = (name: TextName): boolean => club.texts[name] === defaultTexts[name];

/** A text that the club can write itself, with what stands for the words in braces. */
export function clubText(name: TextName, values: Record<string, string> = {}): string {
  const known: Record<string, string> = { club: club.name, city: club.city, ...values };
  return club.texts[name].replace(/\{([^{}]*)\}/g, (braces, place) => known[place] ?? braces);
}
