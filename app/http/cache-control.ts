/** For files whose address changes with what is in them. */
export const publicForever = "public, max-age=31536000, immutable";

/** Who may see a photo changes. */
export const privateForAnHour = "private, max-age=3600";

/** A large photo is soon replaced by a small one at the same address. */
export const privateForMinutes = "private, max-age=300";
