import { eq } from "drizzle-orm";
import { absences, lateNotes } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { sheetPageUrl } from "#app/emails/links.server.ts";
import type { ReportSource } from "#app/lib/booking/booking-states.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { findSheetLink, seenOnSheet, tellVenues } from "#app/models/sheet/sheets.server.ts";
import { readCookies } from "#tests/support/accounts.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { parsePage } from "#tests/support/html.ts";
import type { Club } from "#tests/support/start-club.ts";
import { addDinner, inDays, inMinutes, type Seated, seat, seatFive } from "./dinners.ts";
import { addPerson, mates } from "./people.ts";
import type { Screen, ScreenList } from "./screen.ts";
import { addHostPage, linksOf } from "./signed-links.ts";

const dayMs = 86_400_000;

const moveTo = ({ db }: Club, { eventId }: Pick<Seated, "eventId">, date: Date) =>
  db
    .update(events)
    .set({ date, closesAt: new Date(date.getTime() - 3 * dayMs) })
    .where(eq(events.id, eventId));

const report = ({ binding }: Club, bookingId: string, source: ReportSource, came: boolean) =>
  binding
    .prepare(
      "INSERT INTO attendance_reports (booking_id, source, reported_by, came, at) VALUES (?1, ?2, ?1, ?3, ?4)",
    )
    .bind(bookingId, source, Number(came), Date.now())
    .run();

/** The dinner's page on its day, from the morning until it is over. */
async function createDinnerDay(club: Club): Promise<Screen[]> {
  const person = await addPerson(club);
  const dinner = await seatFive(club, person, inMinutes(100));
  const [ownId = "", lateId = "", hereId = "", , goneId = ""] = dinner.bookingIds;
  const at = (name: string, minutes: number, more: Partial<Screen> = {}): Screen => ({
    name: `dinner-day/${name}`,
    route: "/dashboard/bookings/:id",
    path: `/dashboard/bookings/${ownId}`,
    cookie: person.cookie,
    ...more,
    prepare: async () => {
      await moveTo(club, dinner, inMinutes(minutes));
      await more.prepare?.();
    },
  });
  return [
    at("before", 100),
    at("shortly-before", 20, {
      async prepare() {
        await report(club, hereId, "diner", true);
        await club.db.insert(lateNotes).values({ bookingId: lateId, minutes: 10, at: new Date() });
        await club.db
          .update(bookings)
          .set({ canceled: true, canceledAt: new Date() })
          .where(eq(bookings.id, goneId));
      },
    }),
    at("late", 15, { form: { say: "late", minutes: "20" } }),
    at("here", 10, { form: { say: "here" } }),
    at("begun", -20),
    at("over", -130),
    ...createSilentPages(club, at("database-silent", 100)),
  ];
}

/** While the database does not answer: with the number of the restaurant, which the browser keeps on that day, and without. */
function createSilentPages(club: Club, screen: Screen): Screen[] {
  const silent = (name: string, cookie: (of: Screen) => Promise<string>): Screen => {
    const page: Screen = {
      ...screen,
      name,
      status: 500,
      async prepare() {
        await screen.prepare?.();
        page.cookie = await cookie(screen);
        await club.binding.exec("ALTER TABLE sessions RENAME TO elsewhere");
      },
      act: (shown) => shown.getByText("Is your dinner today? Call").first().waitFor(),
      async tidy() {
        await club.binding.exec("ALTER TABLE elsewhere RENAME TO sessions");
        await club.takeLoggedErrors();
      },
    };
    return page;
  };
  return [
    silent(`${screen.name}-with-phone`, async ({ path, cookie = "" }) => {
      const seen = readCookies(await club.fetch(path, { headers: { Cookie: cookie } }));
      return `${cookie}; ${seen}`;
    }),
    silent(screen.name, async ({ cookie = "" }) => cookie),
  ];
}

async function createFeedback(club: Club): Promise<Screen[]> {
  const date = inDays(-2);
  const person = await addPerson(club);
  const dinner = await seatFive(club, person, date);
  const [bookingId = ""] = dinner.bookingIds;
  const path = linksOf(bookingId, date).feedback;
  const at = (name: string, more: Partial<Screen> = {}): Screen => ({
    name: `feedback/${name}`,
    route: "/bookings/:id/feedback",
    path,
    ...more,
  });
  const of = async (name: string, days: number, state: Partial<typeof bookings.$inferInsert> = {}) => {
    const when = inDays(days);
    const { bookingIds } = await seatFive(club, await addPerson(club), when);
    const [id = ""] = bookingIds;
    await club.db
      .update(bookings)
      .set({ remindedAt: when, ...state })
      .where(eq(bookings.id, id));
    return at(name, { path: linksOf(id, when).feedback });
  };
  const tokens: string[] = [];
  const fields = (): [string, string][] => [
    ["rating", "4"],
    ...tokens.slice(0, 1).map((token): [string, string] => ["again", token]),
    ...tokens.slice(0, 1).map((token): [string, string] => ["not", token]),
    ["contact", "email"],
    ["note", "The soup was wonderful."],
  ];
  const form = fields();
  const wish: [string, string][] = [];
  const withoutOne = await seatFive(club, await addPerson(club), date);
  await eraseAccount(club.db, withoutOne.people[1]?.userId ?? "", new Date());
  return [
    at("open", {
      async prepare() {
        const page = await parsePage(await club.fetch(path));
        tokens.push(
          ...page.querySelectorAll("input[name=not]").map((input) => input.getAttribute("value") ?? ""),
        );
        form.splice(0, form.length, ...fields());
        wish.push(...form.filter(([name]) => name !== "not"));
      },
    }),
    at("nothing-chosen", { form: { rating: "" }, status: 400 }),
    at("errors", { form, status: 400 }),
    at("sent", { form: { rating: "4", note: "The soup was wonderful." } }),
    at("sent-with-wish", { form: wish }),
    at("answered"),
    at("account-deleted", { path: linksOf(withoutOne.bookingIds[0] ?? "", date).feedback }),
    await of("early", 3),
    await of("over", -20),
    await of("canceled", -4, { canceled: true }),
    await of("no-show", -3, { attendance: "no-show" }),
  ];
}

async function createContest(club: Club): Promise<Screen[]> {
  const date = inDays(-9);
  const { bookingIds } = await seatFive(club, await addPerson(club), date);
  const [bookingId = ""] = bookingIds;
  const now = new Date();
  await club.db.update(bookings).set({ attendance: "no-show" }).where(eq(bookings.id, bookingId));
  await club.db.insert(absences).values({ bookingId, toldAt: now });
  const setAbsence = (changes: Partial<typeof absences.$inferInsert>) =>
    club.db.update(absences).set(changes).where(eq(absences.bookingId, bookingId));
  const at = (name: string, more: Partial<Screen> = {}): Screen => ({
    name: `contest/${name}`,
    route: "/bookings/:id/contest",
    path: linksOf(bookingId, date).contest,
    ...more,
  });
  return [
    at("open"),
    at("empty", { form: { text: " " }, status: 400 }),
    at("contested", { form: { text: "I sat beside Lili." } }),
    at("upheld", { prepare: () => setAbsence({ resolvedAt: now }) }),
    at("decided", { prepare: () => setAbsence({ contestedAt: null, contest: null }) }),
    at("over", {
      prepare: () => setAbsence({ resolvedAt: null, toldAt: new Date(now.getTime() - 8 * dayMs) }),
    }),
    at("came", {
      prepare: () =>
        club.db.update(bookings).set({ attendance: "attended" }).where(eq(bookings.id, bookingId)),
    }),
  ];
}

async function createHostPages(club: Club): Promise<Screen[]> {
  const dinner = await addDinner(club, inMinutes(100));
  const people = await Promise.all(
    [...mates, "Réka", "Anna", "Bence", "Csilla"].map((name) => addPerson(club, name)),
  );
  const first = await seat(club, dinner, people.slice(0, 4));
  const second = await seat(club, dinner, people.slice(4));
  const [, lateId = "", hereId = "", missingId = ""] = first.bookingIds;
  const { path, id } = await addHostPage(club, dinner);
  const tableOf = async (tableId: string) =>
    (await club.binding
      .prepare("SELECT number FROM tables WHERE id = ?")
      .bind(tableId)
      .first<number>("number")) ?? 0;
  const number = await tableOf(first.tableId);
  const other = await tableOf(second.tableId);
  const at = (name: string, minutes: number, search = "", more: Partial<Screen> = {}): Screen => ({
    name: `host/${name}`,
    route: "/host/:id",
    path: path + search,
    ...more,
    prepare: async () => {
      await moveTo(club, dinner, inMinutes(minutes));
      await more.prepare?.();
    },
  });
  return [
    at("early", 600),
    at("before", 100, "", {
      async prepare() {
        await club.db.insert(lateNotes).values({ bookingId: lateId, minutes: 10, at: new Date() });
      },
    }),
    at("message", 90, "&view=message"),
    at("message-empty", 90, "&view=message", { form: { intent: "preview", text: " " }, status: 400 }),
    at("message-preview", 90, "&view=message", {
      form: { intent: "preview", text: "We are in the back room tonight.\nThe bell is on the left." },
    }),
    at("message-sent", 90, "", {
      form: { intent: "send", id: crypto.randomUUID(), text: "We are in the back room tonight." },
    }),
    at("move", 60, `&view=move&table=${number}`),
    at("move-confirm", 60, `&view=move&table=${number}&booking=${hereId}&to=${other}`),
    at("close", 60, `&view=close&table=${number}`),
    at("evening", -20, "", {
      async prepare() {
        await report(club, hereId, "diner", true);
        await report(club, missingId, "mate", false);
      },
    }),
    at("saved", -20, "", {
      form: [
        ["intent", "save"],
        ["shown", ""],
        ["here", hereId],
        ["here", lateId],
      ],
    }),
    at("missing", -20, "&view=missing"),
    at("missing-marked", -20, "&view=missing", {
      async act(page) {
        for (const name of ["Lili", "Anna"]) await page.getByRole("checkbox", { name }).check();
      },
    }),
    at("no-newcomers", -20, "", { form: { intent: `newcomers:${first.tableId}` } }),
    at("empty", -20, `&view=close&table=${number}`),
    at("decided", -1_500, "", {
      prepare: () =>
        club.db.update(events).set({ attendanceDecidedAt: new Date() }).where(eq(events.id, dinner.eventId)),
    }),
    at("broken-link", -20, "", { path: path.slice(0, -1), status: 404 }),
    at("over", -2_300),
    at("canceled", 60, "", {
      prepare: () =>
        club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, dinner.eventId)),
    }),
    at("revoked", 60, "", {
      status: 404,
      prepare: () =>
        club.binding.prepare("UPDATE host_links SET revoked_at = ? WHERE id = ?").bind(Date.now(), id).run(),
    }),
  ];
}

async function createSheets(club: Club): Promise<Screen[]> {
  const date = inMinutes(40 * 60);
  const dinner = await addDinner(club, date);
  const people = await Promise.all([...mates, "Réka", "Anna"].map((name) => addPerson(club, name)));
  const first = await seat(club, dinner, people.slice(0, 4));
  await seat(club, dinner, people.slice(4));
  const { venueId, eventId } = dinner;
  await club.db
    .update(venues)
    .set({ email: "kakukk@venue.example", tableNumbers: ["4", "11", "12", "14"] })
    .where(eq(venues.id, venueId));
  await club.db.update(events).set({ matchedAt: new Date() }).where(eq(events.id, eventId));
  await tellVenues(club.db, eventId, new Date());
  const linkId = (await findSheetLink(club.db, { eventId, venueId, isNew: false, now: new Date() })) ?? "";
  const { pathname, search } = new URL(sheetPageUrl(emailEnv, linkId));
  const seen = seenOnSheet({ date: date.getTime(), people: people.length - 1 });
  const at = (name: string, more: Partial<Screen> = {}): Screen => ({
    ...{ name: `sheet/${name}`, route: "/sheet/:id", path: pathname + search },
    ...more,
  });
  return [
    at("first"),
    at("changed", {
      prepare: () =>
        club.db
          .update(bookings)
          .set({ canceled: true, canceledAt: new Date() })
          .where(eq(bookings.id, first.bookingIds[0] ?? "")),
    }),
    at("changed-meanwhile", { form: { answer: "yes" }, status: 409 }),
    at("yes", { form: { answer: "yes", seen } }),
    at("no", { form: { answer: "no", seen } }),
    at("long-reason", { form: { answer: "no", note: "x".repeat(301) }, status: 400 }),
    at("broken-link", { path: pathname, status: 404 }),
    at("over", { prepare: () => moveTo(club, dinner, inMinutes(-2_300)) }),
  ];
}

/** The evening and the days after it. */
export const eveningScreens: ScreenList = {
  routes: [
    "/bookings/:id/contest",
    "/bookings/:id/feedback",
    "/dashboard/bookings/:id",
    "/host/:id",
    "/sheet/:id",
  ],
  create: async (club) => [
    ...(await createDinnerDay(club)),
    ...(await createFeedback(club)),
    ...(await createContest(club)),
    ...(await createHostPages(club)),
    ...(await createSheets(club)),
  ],
};
