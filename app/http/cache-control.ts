/** For files whose address changes with what is in them. */
export const publicForever = "public, max-age=31536000, immutable";
export const privateForever = "private, max-age=31536000, immutable";

/** For what will soon be better. */
export const privateForMinutes = "private, max-age=300";
