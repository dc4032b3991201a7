import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { expect, test, vi } from "vitest";
import { startCronLookup } from "#app/db/batches.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { hostPageUrl } from "#app/emails/links.server.ts";
import { openCookies } from "#app/http/cookies.ts";
import { loader as root } from "#app/root.tsx";
import { loader as landing } from "#app/routes/_site._index/route.tsx";
import { loader as feedback } from "#app/routes/_site.bookings.$id.feedback/route.tsx";
import { loader as bookings } from "#app/routes/dashboard.bookings._index/route.tsx";
import { loader as details } from "#app/routes/dashboard.bookings.$id/route.tsx";
import { loader as cancel } from "#app/routes/dashboard.bookings.$id_.cancel.tsx";
import { loader as newBooking } from "#app/routes/dashboard.bookings.new.tsx";
import { loader as settings } from "#app/routes/dashboard.settings/route.tsx";
import { loader as email } from "#app/routes/dashboard.settings.email.tsx";
import { loader as password } from "#app/routes/dashboard.settings.password.tsx";
import { loader as security } from "#app/routes/dashboard.settings.security.tsx";
import { loader as verify } from "#app/routes/dashboard.settings.verify.tsx";
import { loader as dashboard } from "#app/routes/dashboard.tsx";
import { loader as events } from "#app/routes/events/route.tsx";
import { loader as host } from "#app/routes/host.$id/route.tsx";
import { loader as identity } from "#app/routes/identity/route.tsx";
import { loader as payment } from "#app/routes/payment/route.tsx";
import { loader as quiz } from "#app/routes/quiz/route.tsx";
import { createCityEvent, viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { startIn } from "#tests/support/dinner.ts";
import { createEvening, openHostLink } from "#tests/support/evenings.ts";
import { book, createEvent, seatTogether, signUpDiner } from "#tests/support/events.ts";
import { countParameters, wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();

type Loader = (args: LoaderFunctionArgs) => unknown;

/** Records the statements and counts the round trips. */
function recordQueries(binding: D1Database) {
  const recorded = { roundTrips: 0, statements: [] as string[] };
  const database = wrapDatabase(binding, (call, statements) => {
    recorded.roundTrips++;
    recorded.statements.push(...statements.map(({ sql }) => sql));
    return call();
  });
  return { database, recorded };
}

const dinnerDayPath = "/dashboard/bookings/:id?icebreaker=2";

/** The most visited pages need one round trip. */
const singleRoundTripPaths = [
  "/",
  "/events",
  "/events?city=",
  "/events?city=vienna",
  "/events?city=vienna&page=1",
  "/events?event=:id",
  "/dashboard/bookings",
  "/dashboard/bookings/new",
  "/dashboard/bookings/:id",
  dinnerDayPath,
  "/dashboard/settings",
  "/dashboard/settings/email",
  "/dashboard/settings/password",
  "/dashboard/settings/security",
  "/dashboard/settings/verify",
  "/bookings/:id/feedback",
  "/host/:id",
];

/** Writing their SQL would take as long as rendering them. */
const preparedPaths = [
  "/events",
  "/events?city=vienna",
  "/events?city=vienna&page=1",
  "/events?event=:id",
  "/dashboard/bookings",
  "/dashboard/bookings/new",
  "/dashboard/bookings/:id",
  "/dashboard/settings",
];

/** A list that the statement brings along, a diner's own coming dinners, the last dinner of each guest of a host, tables with so few rows that a scan is fine, and a query that stops at the first rows of its index. */
const shortScans = [
  "json_each VIRTUAL TABLE",
  "mark VIRTUAL TABLE",
  "holder VIRTUAL TABLE",
  "said VIRTUAL TABLE",
  "chosen VIRTUAL TABLE",
  "marked VIRTUAL TABLE",
  "other VIRTUAL TABLE",
  "mine",
  "mates",
  "last",
  "table_terms",
  "quiz_questions",
  "cities USING INDEX cities_by_name",
  "cities USING COVERING INDEX",
];

/** Lists all cities. */
const cityMenuPath = "/events?city=";

const pages: [string, Loader[]][] = [
  ["/", [landing]],
  ["/quiz", [quiz]],
  ["/identity", [identity]],
  ["/events", [events]],
  [cityMenuPath, [events]],
  ["/events?city=vienna", [events]],
  ["/events?city=vienna&page=1", [events]],
  ["/events?event=:id", [events]],
  ["/events?booked=:id", [events]],
  ["/dashboard/bookings", [dashboard, bookings]],
  ["/dashboard/bookings/new", [dashboard, newBooking]],
  ["/dashboard/bookings/:id", [dashboard, details]],
  [dinnerDayPath, [dashboard, details]],
  ["/dashboard/bookings/:id/cancel", [dashboard, cancel]],
  ["/dashboard/settings", [dashboard, settings]],
  ["/dashboard/settings/email", [dashboard, settings, email]],
  ["/dashboard/settings/password", [dashboard, settings, password]],
  ["/dashboard/settings/security", [dashboard, settings, security]],
  ["/dashboard/settings/verify", [dashboard, settings, verify]],
  ["/payment", [payment]],
  ["/bookings/:id/feedback", [feedback]],
  ["/host/:id", [host]],
  ["/host/:id&view=message", [host]],
  ["/host/:id&view=close&table=1", [host]],
  ["/host/:id&view=move&table=1", [host]],
];

/** A host has no account. */
async function createHostLink(): Promise<string> {
  const evening = await createEvening(club, [[4, 3]]);
  return (await openHostLink(club, evening.eventId)).linkId;
}

test.each(pages)(
  "loads %s in at most two database round trips, without scanning a growing table",
  async (path, loaders) => {
    const diner = await signUpDiner(club, { quizDone: path !== "/quiz" });
    const eventId = await createEvent(club);
    if (path.includes("city=")) await createCityEvent(club, { city: viennaCity });
    const isOfHost = path.startsWith("/host");
    const isOfBooking = /^\/(dashboard|bookings|events\?booked)/.test(path);
    const bookingId = isOfBooking ? await book(diner, eventId) : "";
    if (bookingId) await seatTogether(club, eventId, [bookingId]);
    if (/settings\/(email|password)$/.test(path))
      await club.binding.exec(`UPDATE sessions SET verified_at = ${Date.now()}`);
    if (path === dinnerDayPath) await startIn(club, eventId, 60);
    const id = isOfHost ? await createHostLink() : bookingId || eventId;
    const { database, recorded } = recordQueries(club.binding);
    const env = { APP_ENV: "local", SESSION_SECRET: "for-tests-only", SHOW_FIGURES: "yes" };
    const address = isOfHost
      ? path.replace("/host/:id", hostPageUrl({ ...env, SITE_URL: club.url } as unknown as Env, id))
      : club.url + path.replace(":id", id);
    const request = new Request(address, { headers: isOfHost ? {} : { Cookie: diner.cookie } });
    const db = openDatabase(database);
    async function load() {
      const cookies = await openCookies(request, env as Env);
      const context = { env, db, now: new Date(), cookies, timeZone: "Europe/Budapest", coordinates: {} };
      const args = { request, params: { id }, context } as unknown as LoaderFunctionArgs;
      await Promise.all([root, ...loaders].map((loader) => loader(args)));
    }
    await load();

    expect(recorded.roundTrips).toBeLessThanOrEqual(singleRoundTripPaths.includes(path) ? 1 : 2);
    expect(recorded.statements.length).toBeLessThanOrEqual(8);
    for (const statement of recorded.statements) {
      const plan = await club.binding
        .prepare(`EXPLAIN QUERY PLAN ${statement}`)
        .bind(...Array(countParameters(statement)).fill(null))
        .all<{ detail: string }>();
      const scans = plan.results.filter(
        ({ detail }) =>
          /^SCAN (?!CONSTANT)/.test(detail) &&
          ![...shortScans, ...(path === cityMenuPath ? ["cities"] : [])].some((scan) =>
            detail.startsWith(`SCAN ${scan}`),
          ),
      );
      expect(scans, statement).toEqual([]);
    }

    if (!preparedPaths.includes(path)) return;
    // Once a minute a page asks whether the cron runs.
    startCronLookup(db);
    const made = [
      vi.spyOn(SQLiteAsyncDialect.prototype, "buildSelectQuery"),
      vi.spyOn(Intl, "DateTimeFormat"),
      vi.spyOn(Date.prototype, "toLocaleDateString"),
    ];
    await load();
    const counts = made.map(({ mock }) => mock.calls.length);
    for (const spy of made) spy.mockRestore();
    expect(counts, "SQL and date formats are made again for each request").toEqual([0, 0, 0]);
  },
);
