import * as z from "zod";

/** What draws nothing, or turns what is after it around; but the form a Chinese, Japanese or Mongolian letter is to have. */
const invisibleCharacters = /(?:[\p{C}\p{Z}\u2800]|(?!\p{VS})\p{DI}|(?<![\p{Ideo}\u1820-\u18aa])\p{VS})+/gu;

/** On one line, with nothing in it that can't be seen. */
export const removeInvisible = (typed: string) => typed.replace(invisibleCharacters, " ").trim();

/** A name as it is shown to others. */
export const personName = z
  .string()
  .transform(removeInvisible)
  .pipe(z.string().max(100, "Please use at most 100 characters for a name"));
