import * as z from "zod";

/** Invisible and direction-changing characters, but not the variation selectors of Chinese, Japanese and Mongolian letters. */
const invisibleCharacters = /(?:[\p{C}\p{Z}\u2800]|(?!\p{VS})\p{DI}|(?<![\p{Ideo}\u1820-\u18aa])\p{VS})+/gu;

export const removeInvisible = (typed: string) => typed.replace(invisibleCharacters, " ").trim();

export const personName = z
  .string()
  .transform(removeInvisible)
  .pipe(z.string().max(100, "A name can have at most 100 characters"));
