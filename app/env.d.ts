/** Optional settings and secrets; the required ones are in worker-configuration.d.ts. */
interface Env {
  /** Shrinks photos on the server; without it, they stay the way the browser cropped them. */
  IMAGES?: ImagesBinding;
  /** Verifies what it signed even after SESSION_SECRET was changed, until this secret is deleted. */
  SESSION_SECRET_PREVIOUS?: string;
  /** The server that knows breached passwords, or "off"; haveibeenpwned.com if not set, and none in a local club. */
  BREACHED_PASSWORDS_URL?: string;
  /** "yes" asks browsers to put the domain on their list of sites that only speak TLS. */
  HSTS_PRELOAD?: string;
  /** Without it, a local club shows its emails at /dev/outbox. */
  RESEND_API_KEY?: string;
  /** With it, Resend tells the club about emails that bounced. */
  RESEND_WEBHOOK_SECRET?: string;
  /** How many requests a second Resend accepts from this club; 2 if not set. Each sends up to 100 emails. */
  EMAIL_REQUESTS_PER_SECOND?: string;
  /** Gets an email when something goes wrong, and when it is over. */
  OPERATOR_EMAIL?: string;
  /** The number that diners can call during a dinner. */
  SAFETY_PHONE?: string;
  /** Opens /healthz/deep; without it that page does not exist. */
  HEALTH_SECRET?: string;
  /** Requested every minute, so that a monitor notices when the club stops working. */
  HEARTBEAT_URL?: string;
  /** The DNS server that `ops doctor` asks about the mail domain, or "off"; Cloudflare's if not set. */
  DNS_URL?: string;
  /** Gets a short JSON text about each problem, in addition to the operator's email. */
  ALARM_WEBHOOK?: string;
  /** Without both there is no Google sign-in; a local club plays Google at /dev/google. */
  GOOGLE_CLIENT_ID?: string;
  GOOGLE_CLIENT_SECRET?: string;
  /** The address of another server that plays Google. */
  GOOGLE_URL?: string;
  /** Without both there are no deposits; a local club plays Stripe at /dev/checkout. */
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  /** The highest usual number of sign-ups per hour; 60 if not set. More raise an alarm. */
  USUAL_SIGN_UPS_PER_HOUR?: string;
  /** Without both, nobody is asked to show that they are human. */
  TURNSTILE_SITE_KEY?: string;
  TURNSTILE_SECRET?: string;
  /** "yes" ends a booking whose deposit is not paid within two hours. */
  DEPOSIT_HOLDS_SEAT?: string;
  /** "yes" lets diners meet again rather than stay on standby; the receipt says so. */
  MAY_MEET_AGAIN?: string;
  AUTO_WEIGHTS?: string;
  /** "yes" shows everybody at /how-it-goes how the dinners went. */
  SHOW_FIGURES?: string;
  /** The desk of a deployed club: see app/lib/desk-settings.ts. */
  DESK?: unknown;
  /** Opens the desk on the operator's own computer, whose user is DESK_OPERATOR. */
  DESK_TOKEN?: string;
  DESK_OPERATOR?: string;
}
