import * as z from "zod";

/** Lines that somebody typed, without characters that can't be seen. Emoji keep what joins them. */
export const cleanLines = (typed: string): string =>
  typed
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{C}\n\u200d]/gu, " ")
    .trim();

/** Lines of a form that has to say something. */
export const longText = (maxLength: number, missing: string) =>
  z
    .string()
    .transform(cleanLines)
    .pipe(z.string().min(1, missing).max(maxLength, `Use at most ${maxLength} characters.`));
