import { eq } from "drizzle-orm";
import { avoidances } from "#app/db/schema/account.ts";
import { feedback, wishes } from "#app/db/schema.ts";
import { bookingLinks } from "#app/emails/links.server.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import type { Club } from "./club.ts";
import { emailEnv } from "./emails.ts";
import { book, createEvent, type Diner, seatTogether, signUpDiner, testCity } from "./events.ts";
import { parsePage } from "./html.ts";

export interface PastDiner extends Diner {
  name: string;
  userId: string;
  bookingId: string;
  /** The path of the signed link to say how it was. */
  link: string;
}

interface PastDinner<Name extends string = string> {
  eventId: string;
  date: Date;
  diners: Record<Name, PastDiner>;
}

/** Two days ago, the diners can say how it was now. */
export const twoDaysAgo = () => new Date(Math.floor(Date.now() / dayMs - 2) * dayMs + 18 * hourMs);

interface DinnerOptions {
  date?: Date;
  /** The test city without it. */
  cityId?: string;
  /** Booking has ended, and the test makes the tables. */
  isUnseated?: boolean;
  /** Signed up as people do, so that their keys recognize them. */
  throughForms?: boolean;
}

let hoursFromNow = 100;

/** New diners with these names sat at one table; the event was in the test city. */
export async function dineTogether<Name extends string>(
  club: Club,
  names: readonly Name[],
  options: DinnerOptions = {},
): Promise<PastDinner<Name>> {
  const { throughForms = false } = options;
  const diners = await Promise.all(names.map(() => signUpDiner(club, { throughForms })));
  for (const [i, diner] of diners.entries())
    await club.binding
      .prepare("UPDATE profiles SET first_name = ? WHERE id = (SELECT id FROM users WHERE email = ?)")
      .bind(names[i], diner.email)
      .run();
  return dineAgain(club, names, diners, options);
}

/** The same diners at one table of one more event. */
export async function dineAgain<Name extends string>(
  club: Club,
  names: readonly Name[],
  diners: Diner[],
  { date = twoDaysAgo(), cityId, isUnseated = false }: DinnerOptions = {},
): Promise<PastDinner<Name>> {
  const eventId = await createEvent(club, {
    hoursFromNow: hoursFromNow++,
    diets: [1],
    ...(cityId ? { cityId } : {}),
  });
  const bookingIds: string[] = [];
  for (const diner of diners) bookingIds.push(await book(diner, eventId));
  if (isUnseated)
    await club.binding.prepare("UPDATE events SET closes_at = 0 WHERE id = ?").bind(eventId).run();
  else {
    await seatTogether(club, eventId, bookingIds);
    await club.binding
      .prepare(
        "UPDATE events SET date = ?1, closes_at = ?1 - 172800000, matched_at = ?1 - 172800000 WHERE id = ?2",
      )
      .bind(date.getTime(), eventId)
      .run();
  }
  const timeZone = await club.binding
    .prepare("SELECT time_zone FROM events JOIN cities ON cities.id = city_id WHERE events.id = ?")
    .bind(eventId)
    .first<string>("time_zone");
  const found = await Promise.all(
    diners.map(async (diner, i) => {
      const bookingId = bookingIds[i] ?? "";
      const { feedback } = bookingLinks(emailEnv, {
        bookingId,
        date,
        timeZone: timeZone ?? testCity.timeZone,
      });
      const userId = await club.binding
        .prepare("SELECT user_id FROM bookings WHERE id = ?")
        .bind(bookingId)
        .first<string>("user_id");
      const { pathname, search } = new URL(feedback);
      const name = names[i] ?? ("" as Name);
      return [name, { ...diner, name, bookingId, userId: userId ?? "", link: pathname + search }] as const;
    }),
  );
  return { eventId, date, diners: Object.fromEntries(found) as unknown as Record<Name, PastDiner> };
}

export interface FeedbackFields {
  rating?: number;
  /** Names of table-mates. */
  again?: string[];
  not?: string[];
  contact?: "email" | "line";
  line?: string;
  sameTable?: boolean;
  note?: string;
}

/** Fills in the form behind the diner's link, as it is now. */
export async function fillIn(club: Club, diner: PastDiner, fields: FeedbackFields): Promise<URLSearchParams> {
  const page = await parsePage(await club.fetch(diner.link));
  const tokenOf = (name: string) =>
    page
      .querySelectorAll("input[name=not]")
      .find((input) => input.closest("label")?.text.trim() === name)
      ?.getAttribute("value") ?? "";
  const { again = [], not = [], contact = again.length > 0 ? "email" : undefined } = fields;
  const form = new URLSearchParams();
  for (const hidden of page.querySelectorAll("form.feedback input[type=hidden]"))
    form.append(hidden.getAttribute("name") ?? "", hidden.getAttribute("value") ?? "");
  if (fields.rating) form.set("rating", String(fields.rating));
  for (const name of again) form.append("again", tokenOf(name));
  for (const name of not) form.append("not", tokenOf(name));
  if (contact) form.set("contact", contact);
  if (fields.line) form.set("line", fields.line);
  if (fields.sameTable) form.set("sameTable", "on");
  if (fields.note) form.set("note", fields.note);
  return form;
}

export const send = (club: Club, diner: Pick<PastDiner, "link">, form: URLSearchParams) =>
  club.fetch(diner.link, { method: "POST", body: form });

/** Says how it was, through the form behind the link. */
export const answer = async (club: Club, diner: PastDiner, fields: FeedbackFields) =>
  send(club, diner, await fillIn(club, diner, fields));

/** What a diner has said of a dinner, as the database has it. */
export async function readFeedback({ db }: Club, { bookingId, userId }: PastDiner) {
  const [said] = await db.select().from(feedback).where(eq(feedback.bookingId, bookingId));
  const wished = await db.select().from(wishes).where(eq(wishes.bookingId, bookingId));
  const avoided = await db.select().from(avoidances).where(eq(avoidances.userId, userId));
  return { said, wished, avoided };
}

export const openFeedback = async (club: Club, { link }: Pick<PastDiner, "link">) =>
  parsePage(await club.fetch(link));
