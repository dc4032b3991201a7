import * as z from "zod";

/** Completes a sentence that somebody typed. */
export const endWithPeriod = (sentence: string) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** "59 seconds", "15 minutes" */
export function describeWait(seconds: number): string {
  if (seconds > 90) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

/** Beside the exact time. */
export const describeMinutes = (minutes: number): string =>
  minutes >= 105
    ? `about ${minutes < 150 ? "two" : Math.round(minutes / 60)} hours`
    : minutes >= 75
      ? "about an hour and a half"
      : minutes >= 50
        ? "about an hour"
        : minutes === 1
          ? "1 minute"
          : `${minutes} minutes`;

/** Removes characters that can't be seen from typed lines. Emoji keep the characters that join them. */
export const cleanLines = (typed: string): string =>
  typed
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{C}\n\u200d]/gu, " ")
    .trim();

/** Lines of a form that must not be empty. */
export const longText = (maxLength: number, missing: string) =>
  z
    .string()
    .transform(cleanLines)
    .pipe(z.string().min(1, missing).max(maxLength, `Use at most ${maxLength} characters.`));

const inline = "a|b|em|label|s|small|span|strong|time";

const between = new RegExp(`</(?:${inline})>(?=<(?:${inline})\\b)`, "g");

/** Adds a space between elements that only styles separate, for text browsers and for copied text. */
export const separateWords = (html: string): string => html.replaceAll(between, "$& ");
