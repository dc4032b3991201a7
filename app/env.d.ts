/** Optional settings and secrets; the required ones are in worker-configuration.d.ts. */
interface Env {
  /** Without it, a local club shows its emails at /dev/outbox. */
  RESEND_API_KEY?: string;
  /** Another server that plays Resend. */
  RESEND_URL?: string;
  /** Without both there is no Google sign-in; a local club plays Google at /dev/google. */
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  /** Another server that plays Google. */
  GOOGLE_URL?: string;
  /** Without both there are no deposits; a local club plays Stripe at /dev/checkout. */
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /** Another server that plays Stripe. */
  STRIPE_URL?: string;
  /** "yes" lets diners meet again rather than stay on standby; the receipt says so. */
  MAY_MEET_AGAIN?: string;
}
