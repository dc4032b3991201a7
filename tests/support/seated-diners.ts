import { expect } from "vitest";
import { hashToken, newToken } from "#app/auth/device.server.ts";
import { profiles, sessions } from "#app/db/schema/account.ts";
import { cookieName } from "#app/http/cookies.ts";
import { jobs } from "#app/jobs/jobs.server.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { makeFriendLink } from "#app/models/booking/friend-links.server.ts";
import { findPair } from "#app/models/booking/pairs.server.ts";
import { addHostLink } from "#app/models/host/host-links.server.ts";
import { findSheetLink } from "#app/models/sheet/sheets.server.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { createFormPost, signUp } from "./accounts.ts";
import type { Club } from "./club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, venueOf } from "./events.ts";
import { createPhoto } from "./hostile-images.ts";
import { createJobContext } from "./jobs.ts";
import { finishQuiz } from "./quiz.ts";
import { waitUntil } from "./wait-until.ts";

export const dinerNames = ["owner", "tableMate", "otherTable", "stranger"] as const;

export type DinerName = (typeof dinerNames)[number];

/** Of the calendar feed that each of them has. */
export const calendarSalt = "salt";

/** No page of the product has this name by itself. */
export const seatedFirstName = "Boglárka";

export interface SeatedDiner {
  email: string;
  cookie: string;
  userId: string;
  /** As the database has it; what the stranger has not is empty. */
  bookingId: string;
  tableId: string;
  eventDate: Date;
  avatarUrl: string;
  /** The id of an email to this diner. */
  emailId: string;
  /** Of a dinner that begins in an hour, at which none of them is. */
  hostLinkId: string;
  /** Of the sheet of their restaurant. */
  sheetLinkId: string;
  /** With which somebody else asks a friend along. */
  friendLinkId: string;
}

export interface SeatedDiners {
  diners: Record<DinerName, SeatedDiner>;
  /** Open for booking; none of them has booked it. */
  openEventId: string;
}

/** Signs four diners up. Three of them have a photo and sit at two tables, which the real job made. */
export async function seatDiners(club: Club, prefix = ""): Promise<SeatedDiners> {
  const eventId = await createEvent(club, { capacity: 10, diets: [1] });
  const openEventId = await createEvent(club, { hoursFromNow: 500 });
  const emails = dinerNames.map((name) => `${prefix}${name.toLowerCase()}@oten.example`);
  const cookies = await Promise.all(emails.map((email) => signUp(club, email)));
  for (const cookie of cookies) await finishQuiz(club, cookie);
  await waitForEmails(club);
  const friendLinkId = await createFriendLink(club);
  await bookForDiners(club, await insertDinersWithAnswers(club, 7), eventId);
  for (const Cookie of cookies.slice(0, 3)) {
    await uploadPhoto(club, Cookie);
    await club.fetch("/events", { ...createFormPost({ event: eventId }), headers: { Cookie } });
  }
  // With two tables, this decides who sits with whom.
  const [owner = "", tableMate = "", otherTable = ""] = await Promise.all(
    emails.map(async (email) => (await findDiner(club, email)).userId),
  );
  for (const userId of [owner, tableMate]) await addAvoidance(club.db, [userId, otherTable], new Date());
  const closedAt = new Date(Date.now() + 110 * hourMs);
  await jobs.makeTables.run(createJobContext(club), eventId, closedAt, { isRetry: false });
  await waitForEmails(club);

  await club.db.update(profiles).set({ calendarSalt });
  const hostLinkId = await createHostLink(club);
  const sheetLinkId = await findSheetLink(club.db, {
    ...{ eventId, venueId: venueOf(eventId), isNew: false, now: new Date() },
  });
  await noteAbsence(club, owner);
  const found = await Promise.all(
    emails.map(async (email, i) => ({
      ...(await findDiner(club, email)),
      cookie: cookies[i],
      hostLinkId,
      sheetLinkId,
      friendLinkId,
    })),
  );
  const diners = Object.fromEntries(dinerNames.map((name, i) => [name, found[i]])) as SeatedDiners["diners"];
  const tableIds = found.map(({ tableId }) => tableId);
  expect(tableIds).toEqual([tableIds[0], tableIds[0], expect.stringMatching(/./), ""]);
  expect(new Set(tableIds).size).toBe(3);
  return { diners, openEventId };
}

/** By a diner of an event that none of them has booked. */
export async function createFriendLink(club: Club): Promise<string> {
  const eventId = await createEvent(club, { hoursFromNow: 800 });
  const [bookingId = ""] = await bookForDiners(club, await insertDinersWithAnswers(club, 1), eventId);
  await makeFriendLink(club.db, bookingId, new Date());
  return (await findPair(club.db, bookingId, new Date()))?.friendLinkId ?? "";
}

async function createHostLink(club: Club): Promise<string> {
  const eventId = await createEvent(club, { hoursFromNow: 1 });
  return addHostLink(club.db, { eventId, venueId: venueOf(eventId), email: null, now: new Date() });
}

/** The diner is noted as a no-show, and can contest it. */
const noteAbsence = ({ binding }: Club, userId: string) =>
  binding.batch([
    binding.prepare("UPDATE bookings SET attendance = 'no-show' WHERE user_id = ?").bind(userId),
    binding
      .prepare("INSERT INTO absences (booking_id) SELECT id FROM bookings WHERE user_id = ?")
      .bind(userId),
  ]);

export async function uploadPhoto(club: Club, Cookie: string, photo = createPhoto()): Promise<Response> {
  const response = await sendPhoto(club, Cookie, { photo });
  expect(response.status).toBe(302);
  return response;
}

export async function sendPhoto(
  club: Club,
  Cookie: string,
  { name = seatedFirstName, photo = createPhoto() } = {},
): Promise<Response> {
  const form = new FormData();
  form.set("name", name);
  form.set("photo", new File([new Uint8Array(await photo.png().toBuffer())], "photo.png"));
  // Miniflare's fetch does not know the FormData of Node.
  const encoded = new Response(form);
  const headers = { Cookie, "Content-Type": encoded.headers.get("Content-Type") ?? "" };
  const body = await encoded.arrayBuffer();
  return club.fetch("/identity", { method: "POST", body, headers });
}

async function findDiner(
  club: Club,
  email: string,
): Promise<Omit<SeatedDiner, "cookie" | "hostLinkId" | "sheetLinkId">> {
  const row = await club.binding
    .prepare(
      `SELECT users.email, users.id AS userId, coalesce(bookings.id, '') AS bookingId, coalesce(table_id, '') AS tableId,
          date AS eventDate, coalesce(avatar_url, '') AS avatarUrl, (SELECT id FROM outbox WHERE "to" = users.email LIMIT 1) AS emailId
        FROM users JOIN profiles USING (id) LEFT JOIN bookings ON user_id = users.id LEFT JOIN events ON events.id = event_id
        WHERE users.email = ?`,
    )
    .bind(email)
    .first<SeatedDiner & { eventDate: number }>();
  if (!row) throw new Error(`${email} could not sign up`);
  return { ...row, eventDate: new Date(row.eventDate) };
}

/** A local club sends emails after the response, which changes the database; any other club of tests sends none. */
export async function waitForEmails(club: Club): Promise<void> {
  if ((await club.fetch("/dev/outbox.json")).status === 404) return;
  const countWaiting = () =>
    club.binding
      .prepare(
        `SELECT (SELECT count(*) FROM outbox WHERE sent_at IS NULL AND expired_at IS NULL AND due_at <= ?)
          + (SELECT count(*) FROM email_batches WHERE finished_at IS NULL) AS n`,
      )
      .bind(Date.now())
      .first("n");
  await waitUntil("all emails that are due are sent", async () => (await countWaiting()) === 0);
}

/** Returns the cookie of one more session of a diner, who has just typed the password. */
export async function startSession(
  club: Club,
  { userId }: Pick<SeatedDiner, "userId">,
  { ageMs = 0 } = {},
): Promise<string> {
  const token = newToken();
  const createdAt = new Date(Date.now() - ageMs);
  await club.db.insert(sessions).values({
    tokenHash: hashToken(token),
    userId,
    createdAt,
    lastSeenAt: createdAt,
    verifiedAt: createdAt,
    expiresAt: new Date(createdAt.getTime() + 30 * dayMs),
  });
  return writeCookie(cookieName(club, "session"), token);
}
