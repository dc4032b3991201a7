import { eq, sql } from "drizzle-orm";
import { hashToken } from "#app/auth/device.server.ts";
import { recoveries, sessions, tokens } from "#app/db/schema/account.ts";
import { bookings, pairs } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { linePlaces } from "#app/db/schema/line.ts";
import { tables } from "#app/db/schema.ts";
import {
  bookingLinks,
  calendarFeedUrl,
  hostPageUrl,
  sheetPageUrl,
  unsubscribeLink,
} from "#app/emails/links.server.ts";
import { type LinkPurpose, newLinkId, sign, toLinkToken } from "#app/lib/signatures.server.ts";
import { toStripeSession } from "#app/payments/stripe.server.ts";
import { password, passwordHash } from "./accounts.ts";
import type { Club } from "./club.ts";
import { readCookie } from "./cookies.ts";
import { emailEnv } from "./emails.ts";
import { createEvent, insertDiners, testCity, venueOf } from "./events.ts";
import { signWebhook } from "./fake-stripe.ts";
import { signResendEvent } from "./resend-webhook.ts";
import { fillPath, type Route } from "./routes.ts";
import {
  calendarSalt,
  createFriendLink,
  type DinerName,
  type SeatedDiner,
  type SeatedDiners,
  startSession,
} from "./seated-diners.ts";
import { findSeen } from "./sheets.ts";

/** Values for the parameters of all routes, each with the segment before it: what belongs to this diner. */
export function findParameters({
  userId,
  bookingId,
  avatarUrl,
  emailId,
  hostLinkId,
  sheetLinkId,
  friendLinkId,
}: SeatedDiner): Record<string, string> {
  const [, file = ""] = avatarUrl.split("/");
  return {
    "bookings/:id": bookingId,
    "friend/:token": toLinkToken(emailEnv, "friend", friendLinkId),
    "host/:id": hostLinkId,
    "line/:token": "none",
    "sheet/:id": sheetLinkId,
    "outbox/:id": emailId,
    "avatars/:file": file,
    "faces/:file": "p1.png",
    "calendar/:file": `${userId}.ics`,
    "venue-photos/:file": "00000000-0000-0000-0000-000000000000.webp",
  };
}

const searchOf = (url: string) => new URL(url, "http://x").search;

const seenBy = ({ sheetLinkId }: SeatedDiner, club: Club) =>
  findSeen(club, `/sheet/${sheetLinkId}${searchOf(sheetPageUrl(emailEnv, sheetLinkId))}`);

const createBookingLinks = ({ bookingId, eventDate }: SeatedDiner) =>
  bookingLinks(emailEnv, { bookingId, date: eventDate, timeZone: testCity.timeZone });

const checkout = {
  deposit: "",
  booking: "",
  checkout: "1",
  amount: 300_000,
  currency: "huf",
  created: Math.floor(Date.now() / 1000),
  success: "http://localhost/payment",
  cancel: "http://localhost/payment",
};

/** Stripe sends events that the club has not asked for, too. */
const unknownEvent = { id: "evt_1", object: "event", type: "customer.created", data: { object: {} } };

/** Returns the path of the signed link to say how a dinner of two days ago was. */
async function addPastDinner({ userId }: SeatedDiner, club: Club): Promise<string> {
  const [bookingId, date] = [crypto.randomUUID(), new Date(Date.now() - 2 * 86_400_000)];
  const eventId = await createEvent(club);
  const tableId = `table of ${bookingId}`;
  await club.db.batch([
    club.db
      .update(events)
      .set({ date, closesAt: new Date(0) })
      .where(eq(events.id, eventId)),
    club.db.insert(tables).values({ id: tableId, eventId, venueId: venueOf(eventId), number: 1 }),
    club.db
      .insert(bookings)
      .values({ id: bookingId, userId, eventId, tableId, confirmed: true, createdAt: new Date(0) }),
  ]);
  const { pathname, search } = new URL(
    bookingLinks(emailEnv, { bookingId, date, timeZone: testCity.timeZone }).feedback,
  );
  return pathname + search;
}

/** Returns the path of the page of a booking to come whose diner was asked to sit with somebody. */
async function addPair({ userId }: SeatedDiner, club: Club): Promise<string> {
  const eventId = await createEvent(club);
  const [other = ""] = await insertDiners(club, 1);
  const pairId = crypto.randomUUID();
  const [bookingId, otherId] = [crypto.randomUUID(), crypto.randomUUID()];
  const createdAt = new Date();
  await club.db.batch([
    club.db.insert(bookings).values([
      { id: bookingId, userId, eventId, createdAt },
      { id: otherId, userId: other, eventId, createdAt },
    ]),
    club.db.insert(pairs).values([
      { pairId, bookingId, askedAt: createdAt },
      { pairId, bookingId: otherId, askedAt: createdAt },
    ]),
  ]);
  return `/bookings/${bookingId}/together`;
}

/** Returns the path of the diner's place in the line of a full event, at which a seat is held for them. */
async function addLinePlace({ userId }: SeatedDiner, club: Club): Promise<string> {
  const eventId = await createEvent(club, { capacity: 5, hoursFromNow: 400 });
  const id = newLinkId();
  const now = Date.now();
  await club.db.insert(linePlaces).values({
    ...{ id, eventId, userId },
    ...{ joinedAt: new Date(now), offeredUntil: new Date(now + 3_600_000) },
  });
  return `/line/${toLinkToken(emailEnv, "line", id)}`;
}

type CreateSearch = (club: Club, diner: SeatedDiner) => string | Promise<string>;

/** The queries with which links lead to a page, so that loaders get past their checks. */
const searches: Record<string, CreateSearch> = {
  "/auth/change-email": (club, diner) => tokenSearch(club, diner, "change-email"),
  "/auth/confirm": (club, diner) => tokenSearch(club, diner, "confirm"),
  "/bookings/:id/calendar.ics": (_, diner) => searchOf(createBookingLinks(diner).calendar),
  "/bookings/:id/cancel": (_, diner) => searchOf(createBookingLinks(diner).cancel),
  "/bookings/:id/contest": (_, diner) => searchOf(createBookingLinks(diner).contest),
  "/calendar/:file": (_, { userId }) => searchOf(calendarFeedUrl(emailEnv, userId, calendarSalt)),
  "/host/:id": (_, { hostLinkId }) => searchOf(hostPageUrl(emailEnv, hostLinkId)),
  "/sheet/:id": (_, { sheetLinkId }) => searchOf(sheetPageUrl(emailEnv, sheetLinkId)),
  "/bookings/:id/feedback": (_, diner) => searchOf(createBookingLinks(diner).feedback),
  "/bookings/:id/together": (_, diner) => searchOf(createBookingLinks(diner).together),
  "/dashboard/bookings/new": (_, { bookingId }) => `?booked=${bookingId}`,
  "/dashboard/settings/email": (club, diner) => tokenSearch(club, diner, "change-email"),
  "/dev/checkout": () => `?session=${toStripeSession(checkout, "open").id}`,
  "/email-confirmed": (club, diner) => tokenSearch(club, diner, "confirm"),
  "/events": (_, { bookingId }) => `?booked=${bookingId}`,
  "/payment": (_, { bookingId }) => `?booking=${bookingId}`,
  "/reset-password": (club, diner) => tokenSearch(club, diner, "reset"),
  "/stop-recovery": async (club, diner) => `?token=${await createRecovery(club, diner)}`,
  "/unsubscribe": (_, { bookingId }) => searchOf(unsubscribeLink(emailEnv, bookingId)),
};

async function createLinkToken({ db }: Club, { userId, email }: SeatedDiner, purpose: LinkPurpose) {
  const id = newLinkId();
  await db.insert(tokens).values({
    id,
    purpose,
    userId,
    email: purpose === "change-email" ? `moved-${email}` : email,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
    passwordHash: purpose === "confirm" ? passwordHash : null,
  });
  return toLinkToken(emailEnv, purpose, id);
}

async function createRecovery({ db }: Club, { userId, email }: SeatedDiner): Promise<string> {
  const linkId = newLinkId();
  const createdAt = new Date();
  const dates = { createdAt, dueAt: new Date(createdAt.getTime() + 72 * 3_600_000) };
  await db
    .insert(recoveries)
    .values({ userId, linkId, newEmail: `other-${email}`, ...dates })
    .onConflictDoUpdate({ target: recoveries.userId, set: { linkId } });
  return toLinkToken(emailEnv, "stop-recovery", linkId);
}

/** One more session of a diner, as the page of all sessions names it. */
async function createSessionId(club: Club, diner: SeatedDiner): Promise<string> {
  const cookie = await startSession(club, diner);
  const tokenHash = hashToken(readCookie(cookie, "session"));
  const [session] = await club.db.select().from(sessions).where(eq(sessions.tokenHash, tokenHash));
  return session?.id ?? "";
}

const tokenSearch = async (club: Club, diner: SeatedDiner, purpose: LinkPurpose) =>
  `?token=${await createLinkToken(club, diner, purpose)}`;

/** The path with what belongs to a diner, with and without the query of a link. */
export async function findAddresses(club: Club, route: Route, diner: SeatedDiner): Promise<string[]> {
  const path = fillPath(route.path, findParameters(diner));
  const search = await searches[route.path]?.(club, diner);
  return search ? [path, path + search] : [path];
}

interface ValidForm {
  /** Who sends it and is affected; the owner if undefined. */
  by?: DinerName;
  /** Sent without a session. */
  isSignedOut?: true;
  /** The table that it changes; null where it changes nothing in the database. */
  changes: string | null;
  createFields(diner: SeatedDiner, all: SeatedDiners, club: Club): Fields | Promise<Fields>;
  /** What else the action does, so that nothing of it is left out where every form is sent. */
  createOthers?(diner: SeatedDiner, club: Club): Fields[] | Promise<Fields[]>;
  /** About another booking of the diner than the one whose dinner is to come. */
  createPath?(diner: SeatedDiner, club: Club): Promise<string>;
  /** Replaces the form where the sender is no browser. */
  createInit?(): Promise<RequestInit>;
}

type Fields = Record<string, string>;

const names = { firstName: "Lőrinc", lastName: "Tóth", email: "new@oten.example" };

/** For each action a form that it accepts. */
export const validForms: Record<string, ValidForm> = {
  "/*": { changes: null, createFields: () => ({}) },
  "/auth/google": { isSignedOut: true, changes: null, createFields: () => ({ next: "/events" }) },
  "/auth/passkey-options": { changes: "passkey_challenges", createFields: () => ({ purpose: "verify" }) },
  "/bookings/:id/cancel": { by: "tableMate", changes: "bookings", createFields: () => ({}) },
  "/dashboard/bookings/:id": {
    by: "otherTable",
    changes: "late_notes",
    createFields: async ({ bookingId }, _, club) => {
      const inAnHour = Date.now() + 3_600_000;
      await club.db.run(
        sql`UPDATE events SET date = ${inAnHour}, closes_at = 0 WHERE id = (SELECT event_id FROM bookings WHERE id = ${bookingId})`,
      );
      return { say: "late", minutes: "20" };
    },
    createOthers: (): Fields[] => ["here", "not here", "on time", "missing", "found"].map((say) => ({ say })),
  },
  "/bookings/:id/contest": { changes: "absences", createFields: () => ({ text: "I was there." }) },
  "/bookings/:id/feedback": {
    changes: "feedback",
    createFields: () => ({ rating: "4", contact: "line", line: "@me", sameTable: "on", note: "Nice." }),
    createPath: addPastDinner,
  },
  "/bookings/:id/together": {
    changes: "pairs",
    createFields: () => ({ answer: "yes" }),
    createPath: addPair,
  },
  "/friend/:token": {
    isSignedOut: true,
    changes: "pairs",
    createFields: () => ({ answer: "no" }),
    createPath: async (_, club) => `/friend/${toLinkToken(emailEnv, "friend", await createFriendLink(club))}`,
  },
  "/host/:id": {
    isSignedOut: true,
    changes: "host_messages",
    createFields: () => ({ intent: "send", id: crypto.randomUUID(), text: "We are in the back room." }),
  },
  "/sheet/:id": {
    isSignedOut: true,
    changes: "sheets",
    createFields: async (diner, _, club) => ({
      ...{ answer: "no", note: "The kitchen is under water." },
      seen: await seenBy(diner, club),
    }),
    createOthers: async (diner, club): Promise<Fields[]> => [
      { answer: "yes", seen: await seenBy(diner, club) },
    ],
  },
  "/dashboard/bookings/:id/cancel": { changes: "bookings", createFields: () => ({}) },
  "/dashboard/bookings/new": {
    by: "tableMate",
    changes: "bookings",
    createFields: (_, { openEventId }) => ({ event: openEventId }),
  },
  "/dashboard/settings": {
    changes: "profiles",
    createFields: () => ({ intent: "emails" }),
    createOthers: (): Fields[] => [
      { intent: "diet", answer: "1" },
      { intent: "take-back" },
      { intent: "calendar", calendar: "feed" },
      { intent: "withdraw-consent" },
    ],
  },
  "/dashboard/settings/delete": {
    by: "stranger",
    changes: "users",
    createFields: ({ email }) => ({ email }),
  },
  "/dashboard/settings/email": {
    by: "tableMate",
    changes: "users",
    createFields: async (diner, _, club) => ({ token: await createLinkToken(club, diner, "change-email") }),
    createOthers: (): Fields[] => [{ email: "moved@oten.example" }, { intent: "works-again" }],
  },
  "/dashboard/settings/password": {
    by: "otherTable",
    changes: "users",
    createFields: () => ({ password: `${password}-3`, repeatPassword: `${password}-3` }),
    createOthers: (): Fields[] => [{ intent: "remove" }],
  },
  "/dashboard/settings/security": {
    changes: "sessions",
    createFields: async (diner, _, club) => ({
      intent: "end-session",
      session: await createSessionId(club, diner),
    }),
    createOthers: (): Fields[] => [
      { intent: "stop-recovery" },
      { intent: "sign-out-everywhere" },
      { intent: "unlink-google" },
      { intent: "add-passkey", credential: "{}" },
      { intent: "remove-passkey", credential: "none" },
      { intent: "remove-ways", remove: "google:" },
    ],
  },
  "/dashboard/settings/verify": { changes: "sessions", createFields: () => ({ password }) },
  "/dev/checkout": { changes: null, createFields: () => ({ answer: "back" }) },
  "/dev/google": { changes: null, createFields: () => ({ ...names, answer: "allow", verified: "on" }) },
  "/dev/google/token": {
    changes: null,
    createFields: () => ({ code: "code", client_secret: sign(emailEnv, "local google") }),
  },
  "/email-confirmed": {
    isSignedOut: true,
    changes: "sessions",
    createFields: async (diner, _, club) => ({
      token: await createLinkToken(club, diner, "confirm"),
      password,
    }),
  },
  "/events": { changes: "bookings", createFields: (_, { openEventId }) => ({ event: openEventId }) },
  "/forgot-password": { isSignedOut: true, changes: "tokens", createFields: ({ email }) => ({ email }) },
  "/identity": { changes: "profiles", createFields: () => ({ name: "Lőrinc" }) },
  "/line/:token": {
    isSignedOut: true,
    changes: "bookings",
    createFields: () => ({ intent: "take" }),
    createOthers: (): Fields[] => [{ intent: "leave" }],
    createPath: addLinePlace,
  },
  "/login": { isSignedOut: true, changes: "sessions", createFields: ({ email }) => ({ email, password }) },
  "/logout": { changes: "sessions", createFields: () => ({}) },
  "/payment": {
    by: "otherTable",
    changes: "deposits",
    createFields: ({ bookingId }) => ({ booking: bookingId }),
  },
  "/quiz": {
    changes: "user_answers",
    createFields: () => ({ question: "2", answer: "3", unsaved: "{}" }),
    createOthers: (): Fields[] => [{ question: "11", consent: "yes" }],
  },
  "/quiz/answers": { changes: "user_answers", createFields: () => ({ unsaved: '{"2":[4]}' }) },
  "/register": {
    isSignedOut: true,
    changes: "users",
    createFields: () => ({ ...names, password, repeatPassword: password }),
    createOthers: (): Fields[] => [{ question: "1", answer: "1" }],
  },
  "/reset-password": {
    by: "otherTable",
    isSignedOut: true,
    changes: "users",
    createFields: async (diner, _, club) => ({
      token: await createLinkToken(club, diner, "reset"),
      password: `${password}-2`,
      repeatPassword: `${password}-2`,
      firstName: names.firstName,
      lastName: names.lastName,
    }),
  },
  "/stop-recovery": { isSignedOut: true, changes: "recoveries", createFields: () => ({}) },
  "/unsubscribe": { changes: "profiles", createFields: () => ({ "List-Unsubscribe": "One-Click" }) },
  "/your-city": {
    isSignedOut: true,
    changes: "city_requests",
    createFields: ({ email }) => ({ email, city: "Ghent" }),
  },
  "/webhooks/resend": {
    changes: "broken_addresses",
    createFields: () => ({}),
    createInit: async () => signResendEvent({ type: "email.bounced", data: { to: ["gone@oten.example"] } }),
  },
  "/webhooks/stripe": {
    changes: null,
    createFields: () => ({}),
    createInit: () => signWebhook(unknownEvent, { secret: sign(emailEnv, "local stripe") }),
  },
};

export interface RealRequest {
  diner: SeatedDiner;
  /** With the query of a link, where the action needs one. */
  path: string;
  cookie: string;
  fields: Fields;
  init: RequestInit;
  changes: string | null;
}

/** Creates a request that the action of a route accepts, with a session of its own. */
export async function createRealRequest(club: Club, route: Route, all: SeatedDiners): Promise<RealRequest> {
  const form = validForms[route.path];
  if (!form)
    throw new Error(
      `${route.path} has an action without a form: add one to validForms in tests/support/real-requests.ts.`,
    );
  const diner = all.diners[form.by ?? "owner"];
  const ownPath = await form.createPath?.(diner, club);
  const addresses = ownPath ? [ownPath] : await findAddresses(club, route, diner);
  const cookie = form.isSignedOut ? "" : await startSession(club, diner);
  const sent = await form.createFields(diner, all, club);
  const init = (await form.createInit?.()) ?? { body: new URLSearchParams(sent) };
  return {
    diner,
    path: addresses.at(-1) ?? "",
    cookie,
    fields: sent,
    init: { method: "POST", ...init, headers: { ...init.headers, ...(cookie ? { Cookie: cookie } : {}) } },
    changes: form.changes,
  };
}

/** Forms that delete or sign out come last, so that the others still have their diner. */
export const sortByHarm = (some: Route[]) =>
  some.toSorted((a, b) => Number(doesHarm(a)) - Number(doesHarm(b)));

const doesHarm = ({ path }: Route) => /logout|settings|reset/.test(path);
