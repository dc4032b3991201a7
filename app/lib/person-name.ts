import * as z from "zod";

/** Letters that draw nothing. */
const blank = /[\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]+/gu;

/** On one line, with nothing in it that can't be seen. */
export const visible = (typed: string) => typed.replace(blank, " ").trim();

/** A name as it is shown to others. */
export const personName = z
  .string()
  .transform(visible)
  .pipe(z.string().max(100, "Please use at most 100 characters for a name"));
