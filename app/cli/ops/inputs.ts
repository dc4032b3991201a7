/** What commands have in common to read. */
import * as z from "zod";
import { removeInvisible } from "#app/lib/person-name.ts";

export const id = z.string().trim().min(1, "is empty").max(100, "is too long for an id");
export const text = (most: number) =>
  z
    .string()
    .transform(removeInvisible)
    .pipe(z.string().min(1, "is empty").max(most, `is longer than ${most} characters`));
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `is a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((number) => number >= from && number <= to, `is a whole number from ${from} to ${to}`);
/** Of a dinner or of every one by a rule: no table is smaller. */
export const capacity = wholeNumber(5, 5_000);
export const ids = z.array(id).max(500).default([]);
export const nothing = z.object({});
