import type { BookingEmailKind, EmailData, EmailKind, HostEmailKind } from "#app/lib/email-kinds.ts";
import { absenceResolved } from "./absence-resolved.tsx";
import { accountExists } from "./account-exists.tsx";
import { bookingCanceled } from "./booking-canceled.tsx";
import { bookingConfirmed } from "./booking-confirmed.tsx";
import { bookingReceived } from "./booking-received.tsx";
import { canceledByClub } from "./canceled-by-club.tsx";
import { changeEmail } from "./change-email.tsx";
import { confirmEmail } from "./confirm-email.tsx";
import { depositKept } from "./deposit-kept.tsx";
import { depositReceived } from "./deposit-received.tsx";
import { depositRefunded } from "./deposit-refunded.tsx";
import { dinerLate } from "./diner-late.tsx";
import { dinerNotComing } from "./diner-not-coming.tsx";
import { emailChanged } from "./email-changed.tsx";
import { eventMoved } from "./event-moved.tsx";
import { googleLinked } from "./google-linked.tsx";
import { googleUnlinked } from "./google-unlinked.tsx";
import { hostLink } from "./host-link.tsx";
import { hostMessage } from "./host-message.tsx";
import { hostNote } from "./host-note.tsx";
import { howWasIt } from "./how-was-it.tsx";
import { markedAbsent } from "./marked-absent.tsx";
import { meetAgain } from "./meet-again.tsx";
import { newSignIn } from "./new-sign-in.tsx";
import { onStandby } from "./on-standby.tsx";
import { operatorAlarm } from "./operator-alarm.tsx";
import { passkeyAdded } from "./passkey-added.tsx";
import { passkeyRemoved } from "./passkey-removed.tsx";
import { passwordChanged } from "./password-changed.tsx";
import { reminder } from "./reminder.tsx";
import { resetPassword } from "./reset-password.tsx";
import { signInLocked } from "./sign-in-locked.tsx";
import { standbyEnded } from "./standby-ended.tsx";
import { tableDissolved } from "./table-dissolved.tsx";
import type { AccountFacts, BookingFacts, EmailContent, HostFacts } from "./template.ts";

/** Example data by the name that `ops email preview` takes. */
type Previews<Kind extends EmailKind> = Record<string, EmailData[Kind]>;

interface AccountEmailRegistration<Kind extends EmailKind> {
  template: (account: AccountFacts, data: EmailData[Kind]) => EmailContent;
  previews: Previews<Kind>;
}

interface BookingEmailRegistration<Kind extends EmailKind> {
  template: (booking: BookingFacts, data: EmailData[Kind]) => EmailContent;
  /** Besides those that every email has. */
  headers?: (booking: BookingFacts) => Record<string, string>;
  previews: Previews<Kind>;
}

interface HostEmailRegistration<Kind extends EmailKind> {
  template: (host: HostFacts, data: EmailData[Kind]) => EmailContent;
  previews: Previews<Kind>;
}

type Registration<Kind extends EmailKind> = Kind extends BookingEmailKind
  ? BookingEmailRegistration<Kind>
  : Kind extends HostEmailKind
    ? HostEmailRegistration<Kind>
    : AccountEmailRegistration<Kind>;

const linkId = "an-example-of-no-link-";
const timeOfExample = Date.UTC(2026, 11, 4, 17);

const unsubscribeHeaders = ({ unsubscribeUrl }: BookingFacts) => ({
  "List-Unsubscribe": `<${unsubscribeUrl}>`,
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
});

/** Priority and expiry of each kind are in app/lib/email-kinds.ts. A kind that is missing here does not compile. */
export const emailRegistry: { [Kind in Exclude<EmailKind, "rendered">]: Registration<Kind> } = {
  "absence-resolved": {
    template: absenceResolved,
    previews: {
      "absence-resolved": { came: true, wasContested: true },
      "absence-resolved-no-show": { came: false, wasContested: true },
      "absence-resolved-uncontested": { came: false, wasContested: false },
    },
  },
  "account-exists": {
    template: accountExists,
    previews: { "account-exists": {}, "account-exists-for-change": { forChange: true } },
  },
  "booking-canceled": { template: bookingCanceled, previews: { "booking-canceled": {} } },
  "booking-confirmed": {
    template: bookingConfirmed,
    previews: {
      "booking-confirmed": { reason: "seated" },
      "booking-confirmed-off-standby": { reason: "off standby" },
      "booking-confirmed-moved": { reason: "moved" },
      "booking-confirmed-moved-by-host": { reason: "moved by host" },
      "booking-confirmed-table-closed": { reason: "table closed" },
      "booking-confirmed-venue-changed": { reason: "venue changed" },
    },
  },
  "booking-received": { template: bookingReceived, previews: { "booking-received": {} } },
  "canceled-by-club": {
    template: canceledByClub,
    previews: {
      "canceled-by-club": { what: "dinner", because: "The kitchen is under water." },
      "canceled-by-club-booking": { what: "booking" },
    },
  },
  "change-email": { template: changeEmail, previews: { "change-email": { linkId } } },
  "confirm-email": { template: confirmEmail, previews: { "confirm-email": { linkId } } },
  "deposit-kept": {
    template: depositKept,
    previews: { "deposit-kept": { cause: "canceled-late" }, "deposit-kept-no-show": { cause: "no-show" } },
  },
  "deposit-received": { template: depositReceived, previews: { "deposit-received": {} } },
  "deposit-refunded": {
    template: depositRefunded,
    previews: { "deposit-refunded": { cause: "dinner-over" } },
  },
  "diner-late": {
    template: dinerLate,
    previews: {
      "diner-late": { otherBookingId: "", minutes: 10 },
      "diner-late-changed": { otherBookingId: "", minutes: 10, isChange: true },
    },
  },
  "diner-not-coming": { template: dinerNotComing, previews: { "diner-not-coming": { otherBookingId: "" } } },
  "email-changed": {
    template: emailChanged,
    previews: { "email-changed": { maskedEmail: "z…@example.org", userId: "" } },
  },
  "event-moved": {
    template: eventMoved,
    previews: { "event-moved": { previousDate: timeOfExample, previousTimeZone: "Europe/Budapest" } },
  },
  "google-linked": { template: googleLinked, previews: { "google-linked": {} } },
  "google-unlinked": { template: googleUnlinked, previews: { "google-unlinked": {} } },
  "host-link": { template: hostLink, previews: { "host-link": { hostLinkId: linkId } } },
  "host-message": { template: hostMessage, previews: { "host-message": { messageId: linkId } } },
  "host-note": {
    template: hostNote,
    previews: {
      "host-note-late": { note: "late", hostLinkId: linkId },
      "host-note-late-changed": { note: "late", hostLinkId: linkId, isChange: 1 },
      "host-note-not-coming": { note: "not-coming", hostLinkId: linkId },
    },
  },
  "how-was-it": { template: howWasIt, headers: unsubscribeHeaders, previews: { "how-was-it": {} } },
  "marked-absent": { template: markedAbsent, previews: { "marked-absent": {} } },
  "meet-again": { template: meetAgain, previews: { "meet-again": { otherBookingId: "" } } },
  "new-sign-in": {
    template: newSignIn,
    previews: {
      "new-sign-in": {
        browser: "Firefox on Android",
        place: "Budapest, Hungary",
        at: timeOfExample,
      },
    },
  },
  "on-standby": {
    template: onStandby,
    previews: {
      "on-standby": { reason: "left over" },
      "on-standby-full": { reason: "full" },
      "on-standby-diet": { reason: "diet" },
      "on-standby-price": { reason: "price" },
      "on-standby-access": { reason: "access" },
      "on-standby-venue": { reason: "venue" },
      "on-standby-rules": { reason: "rules" },
      "on-standby-table-closed": { reason: "table closed" },
    },
  },
  "operator-alarm": {
    template: operatorAlarm,
    previews: {
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
  },
  "passkey-added": {
    template: passkeyAdded,
    previews: { "passkey-added": { name: "Firefox on Android" } },
  },
  "passkey-removed": {
    template: passkeyRemoved,
    previews: { "passkey-removed": { name: "Firefox on Android" } },
  },
  "password-changed": {
    template: passwordChanged,
    previews: { "password-changed": {}, "password-removed": { isRemoved: true } },
  },
  reminder: {
    template: reminder,
    headers: unsubscribeHeaders,
    previews: { reminder: {} },
  },
  "reset-password": { template: resetPassword, previews: { "reset-password": { linkId } } },
  "sign-in-locked": { template: signInLocked, previews: { "sign-in-locked": {} } },
  "standby-ended": { template: standbyEnded, previews: { "standby-ended": {} } },
  "table-dissolved": { template: tableDissolved, previews: { "table-dissolved": {} } },
};
