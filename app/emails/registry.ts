import type { EmailKind } from "#app/lib/email-kinds.ts";
import type { Email } from "#app/models/outbox/outbox.server.ts";
import { accountExists } from "./account-exists.tsx";
import { bookingCanceled } from "./booking-canceled.tsx";
import { bookingConfirmed } from "./booking-confirmed.tsx";
import { bookingReceived } from "./booking-received.tsx";
import { canceledByClub } from "./canceled-by-club.tsx";
import { confirmEmail } from "./confirm-email.tsx";
import { depositKept } from "./deposit-kept.tsx";
import { depositReceived } from "./deposit-received.tsx";
import { depositRefunded } from "./deposit-refunded.tsx";
import { eventMoved } from "./event-moved.tsx";
import { onStandby } from "./on-standby.tsx";
import { passwordChanged } from "./password-changed.tsx";
import { reminder } from "./reminder.tsx";
import { resetPassword } from "./reset-password.tsx";
import { standbyEnded } from "./standby-ended.tsx";
import { tableDissolved } from "./table-dissolved.tsx";
import { unsubscribeLink } from "./unsubscribe-link.server.ts";

const to = "zsofi@example.com";
const token = "an-example-that-opens-nothing";
const venue = {
  venueName: "Kis Kakukk Vendéglő",
  venueAddress: "Ráday utca 31, 1092 Budapest",
  mapsLink: "https://www.google.com/maps/search/?api=1&query=Kis+Kakukk",
};
const links = {
  calendar: "https://oten.example/bookings/8c07d2e4/calendar.ics?key=an-example",
  cancel: "https://oten.example/bookings/8c07d2e4/cancel?key=an-example",
};
const booking = { to, bookingId: "8c07d2e4", when: "Friday, December 4, 7:00 PM", links, ...venue };
const unsubscribeUrl = "https://oten.example/unsubscribe?key=an-example";
const tableMates = ["Lőrinc", "Dániel", "Lili", "Réka"];
const freeUntil = "Wednesday, December 2, 7:00 PM";
const amount = "3000 HUF";
const shares = [
  "Most of you could talk about books until they close.",
  "All five of you like to try food they have never heard of.",
];

const seated = { ...booking, firstName: "Zsófi", tableMates, shares, freeUntil };

interface EmailRegistration<Kind extends EmailKind> {
  /** Besides those that every email has. */
  headers: ((env: Env, to: string) => Record<string, string>) | null;
  /** With sample data, by the name that `ops email preview` takes. */
  previews: Record<string, (origin: string) => Email<Kind>>;
}

/** A kind that is missing here does not compile. */
export const emailRegistry: { [Kind in EmailKind]: EmailRegistration<Kind> } = {
  "account-exists": {
    headers: null,
    previews: { "account-exists": (origin) => accountExists(to, origin) },
  },
  "booking-canceled": {
    headers: null,
    previews: { "booking-canceled": (origin) => bookingCanceled({ ...booking, origin }) },
  },
  "booking-confirmed": {
    headers: null,
    previews: {
      "booking-confirmed": (origin) => bookingConfirmed({ ...seated, origin, reason: "seated" }),
      "booking-confirmed-off-standby": (origin) =>
        bookingConfirmed({ ...seated, origin, reason: "off standby" }),
      "booking-confirmed-moved": (origin) => bookingConfirmed({ ...seated, origin, reason: "moved" }),
    },
  },
  "booking-received": {
    headers: null,
    previews: { "booking-received": (origin) => bookingReceived({ ...booking, origin }, freeUntil) },
  },
  "canceled-by-club": {
    headers: null,
    previews: {
      "canceled-by-club": (origin) =>
        canceledByClub({ ...booking, origin, what: "dinner", because: "The kitchen is under water." }),
      "canceled-by-club-booking": (origin) => canceledByClub({ ...booking, origin, what: "booking" }),
    },
  },
  "confirm-email": {
    headers: null,
    previews: { "confirm-email": (origin) => confirmEmail(to, origin, token) },
  },
  "deposit-kept": {
    headers: null,
    previews: {
      "deposit-kept": (origin) => depositKept({ ...booking, origin, amount, isNoShow: false }),
      "deposit-kept-no-show": (origin) => depositKept({ ...booking, origin, amount, isNoShow: true }),
    },
  },
  "deposit-received": {
    headers: null,
    previews: {
      "deposit-received": (origin) => depositReceived({ ...booking, origin, amount, freeUntil }),
    },
  },
  "deposit-refunded": {
    headers: null,
    previews: {
      "deposit-refunded": (origin) => depositRefunded({ ...booking, origin, amount, cause: "dinner-over" }),
    },
  },
  "event-moved": {
    headers: null,
    previews: {
      "event-moved": (origin) =>
        eventMoved({ ...booking, origin, previousTime: "Friday, December 4, 6:00 PM" }),
    },
  },
  "on-standby": {
    headers: null,
    previews: {
      "on-standby": (origin) => onStandby({ ...booking, origin }, "seats"),
      "on-standby-diet": (origin) => onStandby({ ...booking, origin }, "diet"),
    },
  },
  "password-changed": {
    headers: null,
    previews: { "password-changed": (origin) => passwordChanged(origin) },
  },
  reminder: {
    headers: (env, address) => ({
      "List-Unsubscribe": `<${unsubscribeLink(env, address)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
    previews: { reminder: (origin) => reminder({ ...booking, origin, tableMates, unsubscribeUrl }) },
  },
  "reset-password": {
    headers: null,
    previews: { "reset-password": (origin) => resetPassword(to, origin, token) },
  },
  "standby-ended": {
    headers: null,
    previews: { "standby-ended": (origin) => standbyEnded({ ...booking, origin }) },
  },
  "table-dissolved": {
    headers: null,
    previews: { "table-dissolved": (origin) => tableDissolved({ ...booking, origin }) },
  },
};

export const emailPreviews: Record<string, (origin: string) => Email> = Object.assign(
  {},
  ...Object.values(emailRegistry).map(({ previews }) => previews),
);
