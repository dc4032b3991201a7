/** Secrets and settings that an operator may leave out; those that must be there are in worker-configuration.d.ts. */
interface Env {
  /** Without it, a local club's mails are read at /dev/outbox. */
  RESEND_API_KEY?: string;
  /** Where Resend is, if not where its package thinks. */
  RESEND_URL?: string;
}
