/** "z…@example.org": enough for its owner. */
export const maskEmail = (email: string) => email.replace(/^(.).*@/, "$1…@");
