/** What our own links may say on the page of a failed confirmation. */
export const confirmationErrors = {
  invalidLink: "Email link is invalid or has expired",
  noEmail: "No email yet?",
};
