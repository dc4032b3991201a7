/** What a sheet can say besides how many come. */
export const sheetFactNames = ["diets", "allergies", "steps"] as const;

export type SheetFact = (typeof sheetFactNames)[number];
