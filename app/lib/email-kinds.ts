/** Every kind of email. Each has a template, previews and headers in app/emails/registry.ts. */
export const emailKinds = [
  "account-exists",
  "booking-canceled",
  "booking-confirmed",
  "booking-received",
  "canceled-by-club",
  "confirm-email",
  "deposit-kept",
  "deposit-received",
  "deposit-refunded",
  "event-moved",
  "on-standby",
  "password-changed",
  "reminder",
  "reset-password",
  "standby-ended",
  "table-dissolved",
] as const;

export type EmailKind = (typeof emailKinds)[number];
