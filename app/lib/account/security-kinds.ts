/** What can happen to an account, as its owner reads it. */
const securityTexts = {
  "new-sign-in": "Somebody signed in with a new browser",
  "sign-in-refused": "Somebody tried to sign in with a wrong password",
  "sign-in-locked": "Signing in with the password was locked for a while, after too many wrong ones",
  "sign-in-blocked": "Signing in was refused, because your account was blocked",
  "passkey-refused": "A passkey was refused",
  "google-refused": "Signing in with Google was refused",
  "password-changed": "Your password was changed",
  "password-removed": "Your password was removed",
  "email-changed": "Your email was changed",
  "google-linked": "Google was linked",
  "google-unlinked": "Google was unlinked",
  "passkey-added": "A passkey was added",
  "passkey-removed": "A passkey was removed",
  "avoidance-taken-back": "It was taken back that you’d rather not sit with somebody",
  "together-asked": "We asked if you’d like to sit at one table with somebody",
  "together-noted": "We noted that you and somebody agreed to sit at one table",
  "together-agreed": "You agreed to sit at one table with somebody",
  "together-ended": "You and somebody no longer ask for one table",
  exported: "Your data was exported",
  blocked: "Your account was blocked",
  unblocked: "Your account was unblocked",
  "recovery-started": "Somebody asked us to give this account another email",
  "recovery-stopped": "The change of the email was stopped",
  recovered: "We gave this account another email",
  "looked-at": "An operator looked at your account",
  "changed-by-operator": "An operator changed something of yours",
};

interface Note {
  kind: SecurityKind;
  madeBy: "diner" | "operator" | "software" | null;
  detail: string | null;
}

/** An operator's commands are for operators, but how somebody is said to have agreed is for them. */
export const describeNote = ({ kind, madeBy, detail }: Note) => ({
  what: securityTexts[kind],
  detail: madeBy === "operator" && kind !== "together-noted" ? null : detail,
});

export type SecurityKind = keyof typeof securityTexts;

export const securityKinds = Object.keys(securityTexts) as [SecurityKind, ...SecurityKind[]];
