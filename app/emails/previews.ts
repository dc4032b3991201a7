import type { NeedsAndVenues } from "#app/db/dinner-facts.ts";
import type { UnmetNeed } from "#app/lib/booking/standby-reasons.ts";
import { type EmailData, type EmailKind, emailKinds, emailRules } from "#app/lib/email-kinds.ts";
import type { NeedRole } from "#app/matching/venues/needs.ts";
import type { NeedAnswer } from "#app/matching/venues/unmet-needs.ts";
import type { QueuedEmail } from "#app/models/outbox/queued-emails.server.ts";
import type { RenderedEmail } from "./layout/render-content.tsx";
import { emailPreviews } from "./registry.ts";
import { renderEmail } from "./render-email.server.ts";

const exampleEmail = {
  id: "8c07d2e4",
  kind: "reminder",
  to: "zsofi@example.com",
  data: {},
  sentAt: null,
  bookingId: "8c07d2e4",
  tableId: null,
  linkSalt: null,
  firstName: "Zsófi",
  event: {
    date: new Date("2026-12-04T18:00:00Z"),
    closesAt: new Date("2026-12-02T18:00:00Z"),
    matchedAt: null,
  },
  city: { cityName: "Budapest", timeZone: "Europe/Budapest", country: "HU" },
  venue: {
    name: "Kis Kakukk Vendéglő",
    address: "Ráday utca 31, 1092 Budapest",
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
  currency: "huf",
  entriesHash: "f2a91bc08c07d2e45d1b7a6e3c9048f1a2b3c4d5e6f708192a3b4c5d6e7f8091",
  hostLinkId: "8c07d2e4",
  lateMinutes: 10,
  otherFirstName: "Dániel",
  hostMessage: "We are in the back room tonight.\nThe bell is on the left.",
  depositState: "paid",
  payBy: null as Date | null,
  mutual: { firstName: "Lili", contact: "lili@example.com", wantsSameTable: true },
  tableMates: ["Lőrinc", "Dániel", "Lili", "Réka"],
  needsAndVenues: null,
} satisfies QueuedEmail;

const exampleAnswers: Record<NeedRole, NeedAnswer> = {
  diet: { role: "diet", questionId: 11, choices: ["Vegetarian", "Vegan", "None of these"], answerIds: [2] },
  budget: { role: "budget", questionId: 15, choices: [], answerIds: [1] },
  access: { role: "access", questionId: 25, choices: ["Yes", "No"], answerIds: [1] },
};

/** A diner whom no restaurant suits for this reason. */
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
  /** Takes deposits without a key. */
  APP_ENV: "local",
  SESSION_SECRET: "an example that opens nothing",
  CONTACT_EMAIL: "hello@club.example",
  SAFETY_PHONE: "+36 1 555 0199",
};

const tablesMadeAt = new Date("2026-12-02T18:01:00Z");
const afterTables = { event: { ...exampleEmail.event, matchedAt: tablesMadeAt }, createdAt: tablesMadeAt };

const previews: Record<
  string,
  Pick<QueuedEmail, "kind" | "data" | "bookingId" | "needsAndVenues"> & Partial<QueuedEmail>
> = Object.fromEntries(
  emailKinds.flatMap((kind) =>
    Object.entries<EmailData[EmailKind]>(emailPreviews[kind]).map(([name, data]) => [
      name,
      {
        kind,
        data,
        ...(kind === "booking-received" ? {} : afterTables),
        bookingId: emailRules[kind].about === "booking" ? exampleEmail.bookingId : null,
        needsAndVenues: exampleNeeds[(data as { reason?: UnmetNeed }).reason as UnmetNeed] ?? null,
      },
    ]),
  ),
);

export const previewNames = Object.keys(previews);

/** With example data; its links open nothing. */
export const renderPreview = (origin: string, name: string): RenderedEmail | undefined =>
  Object.hasOwn(previews, name)
    ? renderEmail({ ...exampleVars, SITE_URL: origin } as Env, { ...exampleEmail, ...previews[name] })
    : undefined;
