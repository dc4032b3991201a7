/** The name that restaurants have the tables under. */
export const reservedName = "Öten";
