import * as z from "zod";
import { removeInvisible } from "#app/lib/account/person.ts";

export const id = z.string().trim().min(1, "is empty").max(100, "is too long for an id");
/** Or its id. */
export const venueName = z.string().trim().min(1, "is empty").max(120, "is too long for a venue");
export const ids = z.array(id).max(500).default([]);
export const text = (maxLength: number) =>
  z
    .string()
    .transform(removeInvisible)
    .pipe(z.string().min(1, "is empty").max(maxLength, `is longer than ${maxLength} characters`));
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `is a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((number) => number >= min && number <= max, `is a whole number from ${min} to ${max}`);

/** Larger events were not tested: 20,000 seats. */
export const maxTables = 4_000;
export const tableNumber = wholeNumber(1, maxTables);
export const tableCount = wholeNumber(1, maxTables);
/** More venues at one event were not tested. */
export const maxVenues = 100;
export const yesOrNo = z.enum(["yes", "no"], "is yes or no").transform((answer) => answer === "yes");
export const filePath = z.string().min(1);
export const noInput = z.object({});
