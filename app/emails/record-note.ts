/** In the mailboxes of all diners the hash is dated, and out of the operator's reach. */
export const recordNote = (entriesHash: string | null): string | undefined =>
  entriesHash
    ? `Keep this email to check later how the tables were made. The fingerprint (hash) of everybody’s entries is ${entriesHash}.`
    : undefined;
