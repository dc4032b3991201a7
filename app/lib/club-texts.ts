import { club } from "#club";
import type { TextName } from "./club.ts";

/** A text that the club can write itself, with what stands for the words in braces. */
export function clubText(name: TextName, values: Record<string, string> = {}): string {
  const known: Record<string, string> = { club: club.name, city: club.city, ...values };
  return club.texts[name].replace(/\{([^{}]*)\}/g, (braces, place) => known[place] ?? braces);
}
