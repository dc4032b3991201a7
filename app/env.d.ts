/** Secrets and settings that an operator may leave out; those that must be there are in worker-configuration.d.ts. */
interface Env {
  /** Without it, a local club's mails are read at /dev/outbox. */
  RESEND_API_KEY?: string;
  /** Where Resend is, if not where its package thinks. */
  RESEND_URL?: string;
  /** Without both, nobody is offered Google; locally, a stand-in at /dev/google plays it. */
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  /** Another server that speaks Google's part. */
  GOOGLE_URL?: string;
  /** "yes" where two who sat together before may do so again rather than stay on standby; receipts say so. */
  MAY_MEET_AGAIN?: string;
}
