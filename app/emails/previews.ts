import type { NeedsAndVenues } from "#app/db/dinner-facts.ts";
import type { UnmetNeed } from "#app/lib/booking/standby-reasons.ts";
import { type EmailData, type EmailKind, emailKinds, emailRules } from "#app/lib/email-kinds.ts";
import type { SheetContent } from "#app/lib/event/sheet.ts";
import type { NeedAnswer, NeedRole } from "#app/matching/venues/needs.ts";
import type { QueuedEmail } from "#app/models/outbox/queued-emails.server.ts";
import { club } from "#club";
import type { RenderedEmail } from "./layout/render-content.tsx";
import { renderEmail } from "./render-email.server.ts";

const linkId = "an-example-of-no-link-";
const timeOfExample = Date.UTC(2026, 11, 4, 17);

const droppedOut = { venue: "Casa Bisztró" };
const say = "A water pipe broke at Casa this afternoon. Marco is sorry, and so are we.";

const examples: { [Kind in EmailKind]?: Record<string, EmailData[Kind]> } = {
  "absence-resolved": {
    "absence-resolved": { came: true, wasContested: true },
    "absence-resolved-no-show": { came: false, wasContested: true },
    "absence-resolved-uncontested": { came: false, wasContested: false },
  },
  "account-exists": { "account-exists": {}, "account-exists-for-change": { forChange: true } },
  "booking-confirmed": {
    "booking-confirmed": { reason: "seated" },
    "booking-confirmed-off-standby": { reason: "off standby" },
    "booking-confirmed-moved": { reason: "moved" },
    "booking-confirmed-moved-by-host": { reason: "moved by host" },
    "booking-confirmed-venue-dropped-out": { reason: "venue dropped out", left: droppedOut, say },
  },
  "canceled-by-club": {
    "canceled-by-club": { what: "dinner", because: "The kitchen is under water." },
    "canceled-by-club-booking": { what: "booking" },
    "canceled-by-club-block": { what: "block" },
    "canceled-by-club-seat": { what: "seat", left: droppedOut, because: say },
  },
  "change-email": { "change-email": { linkId, userId: "" } },
  "city-asked": { "city-asked": { linkId, city: "Ghent" } },
  "city-opened": { "city-opened": { city: "Ghent", slug: "ghent" } },
  "club-message": { "club-message": { messageId: linkId, to: "everybody" } },
  "club-news": { "club-news": { messageId: linkId, consentId: linkId } },
  "confirm-email": { "confirm-email": { linkId } },
  "deposit-kept": {
    "deposit-kept": { cause: "canceled-late" },
    "deposit-kept-no-show": { cause: "no-show" },
  },
  "deposit-refunded": { "deposit-refunded": { cause: "dinner-over" } },
  "diner-late": {
    "diner-late": { otherBookingId: "", minutes: 10 },
    "diner-late-changed": { otherBookingId: "", minutes: 10, isChange: true },
  },
  "diner-not-coming": { "diner-not-coming": { otherBookingId: "" } },
  "email-changed": { "email-changed": { maskedEmail: "z…@example.org", userId: "", hadGoogle: 1 } },
  "event-moved": { "event-moved": { previousDate: timeOfExample, previousTimeZone: club.timeZone } },
  "friend-joined": {
    "friend-joined": { otherBookingId: "" },
    "friend-joined-language": { otherBookingId: "", obstacle: "language" },
    "friend-joined-venue": { otherBookingId: "", obstacle: "venue" },
  },
  "friend-not-coming": { "friend-not-coming": { otherBookingId: "" } },
  "host-link": { "host-link": { hostLinkId: linkId } },
  "host-message": { "host-message": { messageId: linkId } },
  "host-note": {
    "host-note-late": { note: "late", hostLinkId: linkId },
    "host-note-late-changed": { note: "late", hostLinkId: linkId, isChange: 1 },
    "host-note-not-coming": { note: "not-coming", hostLinkId: linkId },
  },
  invitation: { invitation: { linkId } },
  "meet-again": { "meet-again": { otherBookingId: "" } },
  "line-ended": { "line-ended": { linkId, date: timeOfExample, timeZone: club.timeZone, slug: "city" } },
  "seat-offered": {
    "seat-offered": {
      linkId,
      date: timeOfExample,
      timeZone: club.timeZone,
      slug: "city",
      until: timeOfExample - 74 * 3_600_000,
      evening: {
        venues: [
          { district: "Ferencváros", priceLevel: 1 },
          { district: "Újbuda", priceLevel: 2 },
        ],
        priceRanges: null,
        currency: "huf",
      },
    },
  },
  "new-sign-in": {
    "new-sign-in": {
      browser: "Firefox on Android",
      place: club.city,
      at: timeOfExample,
    },
  },
  "on-standby": {
    "on-standby": { reason: "left over" },
    "on-standby-full": { reason: "full" },
    "on-standby-diet": { reason: "diet" },
    "on-standby-price": { reason: "price" },
    "on-standby-access": { reason: "access" },
    "on-standby-venue": { reason: "venue" },
    "on-standby-rules": { reason: "rules" },
    "on-standby-venue-dropped-out": { reason: "table closed", left: droppedOut, say },
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
  "operator-change": {
    "operator-change": { operator: "cili@club.example", command: "event cancel", at: timeOfExample },
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
  "reset-password": { "reset-password": { linkId } },
  sheet: { sheet: { sheetId: linkId }, "sheet-changed": { sheetId: linkId } },
  "table-changed": { "table-changed": { otherBookingId: "" } },
  "together-asked": { "together-asked": { otherBookingId: "" } },
  "together-ended": { "together-ended": { otherBookingId: "" } },
  "together-noted": { "together-noted": { otherBookingId: "" } },
};

const exampleTable = { id: "4", number: 4, name: "4", people: 5, needs: ["2 people: vegetarian"] };

const exampleSheet: SheetContent = {
  date: Date.UTC(2026, 11, 4, 18),
  isOff: false,
  people: 10,
  tables: [
    exampleTable,
    {
      id: "7",
      number: 7,
      name: "11",
      people: 5,
      needs: ["1 person: vegan, allergic to nuts", "1 person can’t climb steps"],
    },
  ],
  free: ["14"],
  unnamedFree: 0,
  together: ["2 people: vegetarian", "1 person: vegan, allergic to nuts", "1 person can’t climb steps"],
};

/** The seeds of the faces that these people have in the pictures of the screens, too. */
export const exampleFaces = { Zsófi: 2, Dániel: 4, Lili: 60, Lőrinc: 16, Réka: 24 };

const exampleEmail = {
  id: "8c07d2e4",
  kind: "reminder",
  to: "zsofi@example.com",
  data: {},
  sentAt: null,
  bookingId: "8c07d2e4",
  tableId: null,
  linkSalt: null,
  hasInvitation: false,
  sequence: 0,
  isConfirmed: true,
  isCanceled: false,
  userId: "zsofi",
  firstName: "Zsófi",
  face: exampleFaces.Zsófi,
  initialForHost: null,
  event: {
    date: new Date("2026-12-04T18:00:00Z"),
    closesAt: new Date("2026-12-02T18:00:00Z"),
    matchedAt: null,
  },
  city: { cityName: club.city, timeZone: club.timeZone, country: "HU" },
  venue: {
    name: "Kis Kakukk Vendéglő",
    address: `Ráday utca 31, 1092 ${club.city}`,
    district: "Ferencváros",
    mapsLink: "https://www.google.com/maps/search/?api=1&query=Kis+Kakukk",
    phone: "+36 1 555 0100",
  },
  bookedAt: new Date("2026-11-22T18:00:00Z"),
  createdAt: new Date("2026-11-22T18:00:00Z"),
  wasMoved: false,
  tableNumber: 7,
  shares: [
    "Most of you could talk about books for hours.",
    "All five of you order dishes you’ve never heard of.",
  ],
  amount: 300_000,
  eventDeposit: 300_000,
  currency: "huf",
  entriesHash: "f2a91bc08c07d2e45d1b7a6e3c9048f1a2b3c4d5e6f708192a3b4c5d6e7f8091",
  hostLinkId: "8c07d2e4",
  lateMinutes: 10,
  other: { firstName: "Dániel", userId: "daniel", face: exampleFaces.Dániel },
  clubSubject: "Come in through the courtyard",
  clubMessage:
    "Hi {first name}, the front door of {restaurant} is stuck. Please come in through the courtyard and ask for table {table}.\nSee you there, Cili",
  hostMessage: "We are in the back room tonight.\nThe bell is on the left.",
  depositState: "paid",
  payBy: null as Date | null,
  mutual: { firstName: "Dániel", contact: "daniel@example.com", wantsSameTable: true },
  toldSheet: {
    linkId,
    language: "en",
    content: exampleSheet,
    previous: null as SheetContent | null,
    sentAt: Date.UTC(2026, 11, 2, 18, 1),
    previousAt: null as number | null,
  },
  tableMates: [
    { firstName: "Dániel", userId: "daniel", face: exampleFaces.Dániel },
    { firstName: "Lili", userId: "lili", face: exampleFaces.Lili },
    { firstName: "Lőrinc", userId: "lorinc", face: exampleFaces.Lőrinc },
    { firstName: "Réka", userId: "reka", face: exampleFaces.Réka },
  ],
  nextDinner: { id: "next", date: Date.UTC(2026, 11, 11, 18) },
  hostGuests: { people: 10, tables: 2 },
  needsAndVenues: null,
} satisfies QueuedEmail;

const news = {
  clubSubject: "We’re back on January 8",
  clubMessage:
    "Hi {first name}, our restaurants take a break over New Year, and so do we. The first dinner of the year is on Friday, January 8.\nHappy New Year, and see you at a table.\nCili",
};

/** Without the one who can't come. */
const tableOfFour = { tableMates: exampleEmail.tableMates.slice(1) };
const noTable = { tableMates: [], venue: null, tableNumber: null };

const otherTables: Partial<Record<EmailKind, Partial<QueuedEmail>>> = {
  "booking-canceled": { depositState: "refunding" },
  "diner-not-coming": tableOfFour,
  "friend-not-coming": tableOfFour,
  "together-ended": noTable,
  "friend-declined": noTable,
};

const beforeTables: EmailKind[] = [
  "booking-received",
  "deposit-missed",
  "friend-declined",
  "friend-joined",
  "together-asked",
  "together-ended",
  "together-noted",
];

const dayAfter = { createdAt: new Date("2026-12-05T18:00:00Z") };
const afterDinner: EmailKind[] = [
  "absence-resolved",
  "deposit-refunded",
  "how-was-it",
  "marked-absent",
  "meet-again",
];

const firstSheet = { toldSheet: exampleEmail.toldSheet };

const changedSheet = {
  toldSheet: {
    ...exampleEmail.toldSheet,
    sentAt: Date.UTC(2026, 11, 4, 16, 6),
    previous: {
      ...exampleSheet,
      people: 9,
      tables: [exampleTable, { ...exampleTable, id: "7", name: "11", people: 4 }],
    },
    previousAt: exampleEmail.toldSheet.sentAt,
  },
};

const exampleAnswers: Record<NeedRole, NeedAnswer> = {
  diet: { role: "diet", questionId: 11, choices: ["Vegetarian", "Vegan", "None of these"], answerIds: [2] },
  budget: { role: "budget", questionId: 15, choices: [], answerIds: [1] },
  access: { role: "access", questionId: 25, choices: ["Yes", "No"], answerIds: [1] },
};

/** Answers and venues of a diner whom no restaurant suits for this reason. */
const exampleNeeds: Record<UnmetNeed, NeedsAndVenues> = {
  diet: {
    answers: [exampleAnswers.diet],
    venues: [{ diets: [1], priceLevel: 1, stepFree: false }],
  },
  price: {
    answers: [exampleAnswers.budget],
    venues: [{ diets: [], priceLevel: 3, stepFree: false }],
  },
  access: {
    answers: [exampleAnswers.access],
    venues: [{ diets: [], priceLevel: 1, stepFree: false }],
  },
  venue: {
    answers: [exampleAnswers.diet, exampleAnswers.budget],
    venues: [
      { diets: [2], priceLevel: 3, stepFree: false },
      { diets: [], priceLevel: 1, stepFree: false },
    ],
  },
};

const exampleVars = {
  /** A local club takes deposits without a key. */
  APP_ENV: "local",
  SESSION_SECRET: "an example that opens nothing",
  CONTACT_EMAIL: "hello@club.example",
  SAFETY_PHONE: "+36 1 555 0199",
};

const tablesMadeAt = new Date("2026-12-02T18:01:00Z");
const afterTables = { event: { ...exampleEmail.event, matchedAt: tablesMadeAt }, createdAt: tablesMadeAt };

/** The keys are the names that `ops email preview` takes. */
export const previews: Record<
  string,
  Pick<QueuedEmail, "kind" | "data" | "bookingId" | "needsAndVenues"> & Partial<QueuedEmail>
> = Object.fromEntries(
  emailKinds.flatMap((kind) =>
    Object.entries<EmailData[EmailKind]>(examples[kind] ?? { [kind]: {} }).map(([name, data]) => [
      name,
      {
        kind,
        data,
        ...(beforeTables.includes(kind) ? {} : afterTables),
        ...(afterDinner.includes(kind) ? dayAfter : {}),
        bookingId: emailRules[kind].about === "booking" ? exampleEmail.bookingId : null,
        ...otherTables[kind],
        ...(kind === "club-news" ? news : {}),
        ...(kind === "sheet" ? (name === "sheet-changed" ? changedSheet : firstSheet) : {}),
        needsAndVenues: exampleNeeds[(data as { reason?: UnmetNeed }).reason as UnmetNeed] ?? null,
      },
    ]),
  ),
);

export const previewNames = Object.keys(previews);

/** Uses example data, except what is given of a club; the links in it open nothing. */
export const renderPreview = (
  origin: string,
  name: string,
  changes: Partial<QueuedEmail> = {},
  vars: Partial<Env> = {},
): RenderedEmail | undefined =>
  Object.hasOwn(previews, name)
    ? renderEmail({ ...exampleVars, ...vars, SITE_URL: origin } as Env, {
        ...{ ...exampleEmail, ...previews[name] },
        ...changes,
      })
    : undefined;
