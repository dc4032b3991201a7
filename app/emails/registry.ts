import type { EmailData, EmailKind } from "#app/lib/email-kinds.ts";
import {
  accountExists,
  changeEmail,
  confirmEmail,
  emailChanged,
  googleLinked,
  googleUnlinked,
  newSignIn,
  oldAnswers,
  passkeyAdded,
  passkeyRemoved,
  passwordChanged,
  recovered,
  recoveryStarted,
  recoveryStopped,
  recoveryWaits,
  resetPassword,
  signInLocked,
} from "./accounts.ts";
import {
  bookingCanceled,
  bookingConfirmed,
  bookingReceived,
  canceledByClub,
  eventMoved,
  onStandby,
  standbyEnded,
  tableDissolved,
  togetherAsked,
  togetherNoted,
} from "./bookings.ts";
import { depositKept, depositMissed, depositReceived, depositRefunded } from "./deposits.ts";
import {
  absenceResolved,
  dinerLate,
  dinerNotComing,
  howWasIt,
  markedAbsent,
  meetAgain,
  reminder,
} from "./evening.ts";
import { hostLink, hostMessage, hostNote } from "./hosts.ts";
import { operatorAlarm } from "./operator-alarm.ts";
import type { BookingFacts, EmailTemplate } from "./template.ts";

interface Registration<Kind extends EmailKind> {
  template: EmailTemplate<Kind>;
  /** Besides those that every email has. */
  headers?: (booking: BookingFacts) => Record<string, string>;
}

const unsubscribeHeaders = ({ unsubscribeUrl }: BookingFacts) => ({
  "List-Unsubscribe": `<${unsubscribeUrl}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Priority and expiry of each kind are in app/lib/email-kinds.ts. A kind that is missing here does not compile. */
export const emailRegistry: { [Kind in EmailKind]: Registration<Kind> } = {
  "absence-resolved": { template: absenceResolved },
  "account-exists": { template: accountExists },
  "booking-canceled": { template: bookingCanceled },
  "booking-confirmed": { template: bookingConfirmed },
  "booking-received": { template: bookingReceived },
  "canceled-by-club": { template: canceledByClub },
  "change-email": { template: changeEmail },
  "confirm-email": { template: confirmEmail },
  "deposit-kept": { template: depositKept },
  "deposit-missed": { template: depositMissed },
  "deposit-received": { template: depositReceived },
  "deposit-refunded": { template: depositRefunded },
  "diner-late": { template: dinerLate },
  "diner-not-coming": { template: dinerNotComing },
  "email-changed": { template: emailChanged },
  "event-moved": { template: eventMoved },
  "google-linked": { template: googleLinked },
  "google-unlinked": { template: googleUnlinked },
  "host-link": { template: hostLink },
  "host-message": { template: hostMessage },
  "host-note": { template: hostNote },
  "how-was-it": { template: howWasIt, headers: unsubscribeHeaders },
  "marked-absent": { template: markedAbsent },
  "meet-again": { template: meetAgain },
  "new-sign-in": { template: newSignIn },
  "old-answers": { template: oldAnswers },
  "on-standby": { template: onStandby },
  "operator-alarm": { template: operatorAlarm },
  "passkey-added": { template: passkeyAdded },
  "passkey-removed": { template: passkeyRemoved },
  "password-changed": { template: passwordChanged },
  recovered: { template: recovered },
  "recovery-started": { template: recoveryStarted },
  "recovery-stopped": { template: recoveryStopped },
  "recovery-waits": { template: recoveryWaits },
  reminder: { template: reminder, headers: unsubscribeHeaders },
  "reset-password": { template: resetPassword },
  "sign-in-locked": { template: signInLocked },
  "standby-ended": { template: standbyEnded },
  "table-dissolved": { template: tableDissolved },
  "together-asked": { template: togetherAsked },
  "together-noted": { template: togetherNoted },
};

const linkId = "an-example-of-no-link-";
const timeOfExample = Date.UTC(2026, 11, 4, 17);

/** Example data of each kind, by the name that `ops email preview` takes. The Worker has none of it. */
export const emailPreviews: { [Kind in EmailKind]: Record<string, EmailData[Kind]> } = {
  "absence-resolved": {
    "absence-resolved": { came: true, wasContested: true },
    "absence-resolved-no-show": { came: false, wasContested: true },
    "absence-resolved-uncontested": { came: false, wasContested: false },
  },
  "account-exists": { "account-exists": {}, "account-exists-for-change": { forChange: true } },
  "booking-canceled": { "booking-canceled": {} },
  "booking-confirmed": {
    "booking-confirmed": { reason: "seated" },
    "booking-confirmed-off-standby": { reason: "off standby" },
    "booking-confirmed-moved": { reason: "moved" },
    "booking-confirmed-moved-by-host": { reason: "moved by host" },
    "booking-confirmed-table-closed": { reason: "table closed" },
    "booking-confirmed-venue-changed": { reason: "venue changed" },
  },
  "booking-received": { "booking-received": {} },
  "canceled-by-club": {
    "canceled-by-club": { what: "dinner", because: "The kitchen is under water." },
    "canceled-by-club-booking": { what: "booking" },
    "canceled-by-club-block": { what: "block" },
  },
  "change-email": { "change-email": { linkId, userId: "" } },
  "confirm-email": { "confirm-email": { linkId } },
  "deposit-kept": {
    "deposit-kept": { cause: "canceled-late" },
    "deposit-kept-no-show": { cause: "no-show" },
  },
  "deposit-missed": { "deposit-missed": {} },
  "deposit-received": { "deposit-received": {} },
  "deposit-refunded": { "deposit-refunded": { cause: "dinner-over" } },
  "diner-late": {
    "diner-late": { otherBookingId: "", minutes: 10 },
    "diner-late-changed": { otherBookingId: "", minutes: 10, isChange: true },
  },
  "diner-not-coming": { "diner-not-coming": { otherBookingId: "" } },
  "email-changed": { "email-changed": { maskedEmail: "z…@example.org", userId: "", hadGoogle: 1 } },
  "event-moved": { "event-moved": { previousDate: timeOfExample, previousTimeZone: "Europe/Budapest" } },
  "google-linked": { "google-linked": {} },
  "google-unlinked": { "google-unlinked": {} },
  "host-link": { "host-link": { hostLinkId: linkId } },
  "host-message": { "host-message": { messageId: linkId } },
  "host-note": {
    "host-note-late": { note: "late", hostLinkId: linkId },
    "host-note-late-changed": { note: "late", hostLinkId: linkId, isChange: 1 },
    "host-note-not-coming": { note: "not-coming", hostLinkId: linkId },
  },
  "how-was-it": { "how-was-it": {} },
  "marked-absent": { "marked-absent": {} },
  "meet-again": { "meet-again": { otherBookingId: "" } },
  "new-sign-in": {
    "new-sign-in": {
      browser: "Firefox on Android",
      place: "Budapest, Hungary",
      at: timeOfExample,
    },
  },
  "old-answers": { "old-answers": {} },
  "on-standby": {
    "on-standby": { reason: "left over" },
    "on-standby-full": { reason: "full" },
    "on-standby-diet": { reason: "diet" },
    "on-standby-price": { reason: "price" },
    "on-standby-access": { reason: "access" },
    "on-standby-venue": { reason: "venue" },
    "on-standby-rules": { reason: "rules" },
    "on-standby-table-closed": { reason: "table closed" },
  },
  "operator-alarm": {
    "operator-alarm": {
      problem: "emails failing",
      detail: "Emails are not leaving: 503 oops",
      startedAt: timeOfExample,
      endedAt: null,
    },
    "operator-alarm-over": {
      problem: "emails failing",
      detail: "Emails are not leaving: 503 oops",
      startedAt: timeOfExample,
      endedAt: timeOfExample + 600_000,
    },
  },
  "passkey-added": { "passkey-added": { name: "Firefox on Android" } },
  "passkey-removed": { "passkey-removed": { name: "Firefox on Android" } },
  "password-changed": {
    "password-changed": {},
    "password-changed-other-ways": { passkeys: ["Firefox on Android"], hasGoogle: 1 },
    "password-reset": {
      passkeys: ["Firefox on Android"],
      removedPasskeys: ["Chrome on Windows"],
      hadGoogle: 1,
    },
    "password-removed": { isRemoved: true },
  },
  recovered: { recovered: { linkId } },
  "recovery-started": { "recovery-started": { linkId, maskedEmail: "z…@example.org" } },
  "recovery-stopped": {
    "recovery-stopped": { userId: "" },
    "recovery-ended": { userId: "", isProved: 1 },
  },
  "recovery-waits": { "recovery-waits": { userId: "" } },
  reminder: { reminder: {} },
  "reset-password": { "reset-password": { linkId } },
  "sign-in-locked": { "sign-in-locked": {} },
  "standby-ended": { "standby-ended": {} },
  "table-dissolved": { "table-dissolved": {} },
  "together-asked": { "together-asked": { otherBookingId: "" } },
  "together-noted": { "together-noted": { otherBookingId: "" } },
};
