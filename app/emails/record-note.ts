/** In the mailboxes of all diners the hash is dated, and out of the operator's reach. */
export const recordNote = (entriesHash: string | null): string | undefined =>
  entriesHash
    ? `To check later that the recorded entries are still the same, keep this email: the hash of all entries is ${entriesHash}.`
    : undefined;
