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

interface AccountEmailRegistration<Kind extends EmailKind> {
  template: (account: AccountFacts, data: EmailData[Kind]) => EmailContent;
}

interface BookingEmailRegistration<Kind extends EmailKind> {
  template: (booking: BookingFacts, data: EmailData[Kind]) => EmailContent;
  /** Besides those that every email has. */
  headers?: (booking: BookingFacts) => Record<string, string>;
}

interface HostEmailRegistration<Kind extends EmailKind> {
  template: (host: HostFacts, data: EmailData[Kind]) => EmailContent;
}

type Registration<Kind extends EmailKind> = Kind extends BookingEmailKind
  ? BookingEmailRegistration<Kind>
  : Kind extends HostEmailKind
    ? HostEmailRegistration<Kind>
    : AccountEmailRegistration<Kind>;

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
  "on-standby": { template: onStandby },
  "operator-alarm": { template: operatorAlarm },
  "passkey-added": { template: passkeyAdded },
  "passkey-removed": { template: passkeyRemoved },
  "password-changed": { template: passwordChanged },
  reminder: { template: reminder, headers: unsubscribeHeaders },
  "reset-password": { template: resetPassword },
  "sign-in-locked": { template: signInLocked },
  "standby-ended": { template: standbyEnded },
  "table-dissolved": { template: tableDissolved },
};
