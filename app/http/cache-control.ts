/** For files whose address changes with their content. */
export const publicForever = "public, max-age=31536000, immutable";

/** For photos, because the people who can see one change. */
export const privateForAnHour = "private, max-age=3600";

/** For a large photo, which a small one at the same address soon replaces. */
export const privateForMinutes = "private, max-age=300";
