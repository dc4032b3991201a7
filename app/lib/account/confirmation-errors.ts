/** What our own links may say on the page of a failed confirmation. */
export const confirmationErrors = {
  invalidLink: "Email link is invalid or has expired",
  noEmail: "No email yet?",
};

/** All that an address may put on that page: ours, and what services that confirm addresses say. */
export const knownErrors = [
  ...Object.values(confirmationErrors),
  "Token has expired or is invalid",
  "Email link is invalid",
  "The user denied access",
];
