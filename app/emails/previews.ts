/** Every mail there is, with words as a diner might read them. */

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

const to = "zsofi@example.com";
const token = "an-example-that-opens-nothing";
const place = {
  venueName: "Kis Kakukk Vendéglő",
  venueAddress: "Ráday utca 31, 1092 Budapest",
  mapsLink: "https://www.google.com/maps/search/?api=1&query=Kis+Kakukk",
};
const links = {
  calendar: "https://oten.example/bookings/8c07d2e4/calendar.ics?key=an-example",
  cancel: "https://oten.example/bookings/8c07d2e4/cancel?key=an-example",
};
const dinner = { to, bookingId: "8c07d2e4", when: "Friday, December 4, 7:00 PM", links, ...place };
const unsubscribeUrl = "https://oten.example/unsubscribe?key=an-example";
const tableMates = ["Lőrinc", "Dániel", "Lili", "Réka"];
const freeUntil = "Wednesday, December 2, 7:00 PM";
const amount = "3000 HUF";
const shares = [
  "Most of you could talk about books until they close.",
  "All five like to try what they have never heard of.",
];

const evening = { ...dinner, firstName: "Zsófi", tableMates, shares, freeUntil };

export const mails: Record<string, (origin: string) => Email> = {
  "account-exists": (origin) => accountExists(to, origin),
  "booking-canceled": (origin) => bookingCanceled({ ...dinner, origin }),
  "booking-received": (origin) => bookingReceived({ ...dinner, origin }, freeUntil),
  "canceled-by-club": (origin) =>
    canceledByClub({ ...dinner, origin, what: "dinner", because: "The kitchen is under water." }),
  "confirm-email": (origin) => confirmEmail(to, origin, token),
  "deposit-kept": (origin) => depositKept({ ...dinner, origin, amount, isNoShow: false }),
  "deposit-kept-no-show": (origin) => depositKept({ ...dinner, origin, amount, isNoShow: true }),
  "deposit-received": (origin) => depositReceived({ ...dinner, origin, amount, freeUntil }),
  "deposit-refunded": (origin) => depositRefunded({ ...dinner, origin, amount, cause: "dinner-over" }),
  "event-moved": (origin) => eventMoved({ ...dinner, origin, previousTime: "Friday, December 4, 6:00 PM" }),
  "on-standby": (origin) => onStandby({ ...dinner, origin }, "seats"),
  "on-standby-diet": (origin) => onStandby({ ...dinner, origin }, "diet"),
  "password-changed": (origin) => passwordChanged(origin),
  reminder: (origin) => reminder({ ...dinner, origin, tableMates, unsubscribeUrl }),
  "reset-password": (origin) => resetPassword(to, origin, token),
  "standby-ended": (origin) => standbyEnded({ ...dinner, origin }),
  "table-dissolved": (origin) => tableDissolved({ ...dinner, origin }),
  "booking-confirmed": (origin) => bookingConfirmed({ ...evening, origin, why: "seated" }),
  "booking-confirmed-off-standby": (origin) => bookingConfirmed({ ...evening, origin, why: "off standby" }),
  "booking-confirmed-moved": (origin) => bookingConfirmed({ ...evening, origin, why: "moved" }),
};
