import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { loader as root } from "#app/root.tsx";
import { loader as dashboard } from "#app/routes/dashboard/route.tsx";
import { loader as bookings } from "#app/routes/dashboard.bookings._index/route.tsx";
import { loader as details } from "#app/routes/dashboard.bookings.$id/route.tsx";
import { loader as cancel } from "#app/routes/dashboard.bookings.$id_.cancel.tsx";
import { loader as newBooking } from "#app/routes/dashboard.bookings.new.tsx";
import { loader as settings } from "#app/routes/dashboard.settings.tsx";
import { loader as events } from "#app/routes/events/route.tsx";
import { loader as identity } from "#app/routes/identity/route.tsx";
import { loader as payment } from "#app/routes/payment/route.tsx";
import { loader as quiz } from "#app/routes/quiz/route.tsx";
import { openClub } from "#tests/support/club.ts";
import { book, newDiner, openDinner, seatTogether } from "#tests/support/events.ts";

const club = openClub();

type Loader = (args: LoaderFunctionArgs) => unknown;

/** The real database, which writes down what it is asked, and how often it is gone to. */
function listening(binding: D1Database) {
  const heard = { trips: 0, statements: [] as string[] };
  const asked = new WeakMap<object, string>();
  const prepared = (statement: D1PreparedStatement, query: string): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (name === "bind") return prepared(target.bind(...args), query);
          heard.trips++;
          heard.statements.push(query);
          return value.apply(target, args);
        };
      },
    });
    asked.set(proxy, query);
    originals.set(proxy, statement);
    return proxy;
  };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const database = new Proxy(binding, {
    get(target, name) {
      if (name === "prepare") return (query: string) => prepared(target.prepare(query), query);
      if (name === "batch") {
        return (statements: D1PreparedStatement[]) => {
          heard.trips++;
          heard.statements.push(...statements.map((statement) => asked.get(statement) ?? ""));
          return target.batch(statements.map((statement) => originals.get(statement) ?? statement));
        };
      }
      const value = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { database, heard };
}

/** The pages a diner looks at most. */
const inOne = ["/events", "/dashboard/bookings", "/dashboard/bookings/new", "/dashboard/bookings/:id"];

/** Questions and places to eat are few and stay few. */
const small = ["quiz_questions", "venues"];

const pages: [string, Loader[]][] = [
  ["/quiz", [quiz]],
  ["/identity", [identity]],
  ["/events", [events]],
  ["/dashboard/bookings", [dashboard, bookings]],
  ["/dashboard/bookings/new", [dashboard, newBooking]],
  ["/dashboard/bookings/:id", [dashboard, details]],
  ["/dashboard/bookings/:id/cancel", [dashboard, cancel]],
  ["/dashboard/settings", [dashboard, settings]],
  ["/payment", [payment]],
];

test.each(pages)(
  "%s goes to the database twice at most, and scans nothing that grows",
  async (path, loaders) => {
    const diner = await newDiner(club, { quizDone: path !== "/quiz" });
    const dinner = await openDinner(club);
    const id = path.startsWith("/dashboard") ? await book(diner, dinner) : "";
    if (id) await seatTogether(club, dinner, [id]);
    const { database, heard } = listening(club.binding);
    const env = { APP_ENV: "local" };
    const context = {
      env,
      db: openDatabase(database),
      now: new Date(),
      cookies: [],
      timeZone: "Europe/Budapest",
    };
    const request = new Request(club.url + path.replace(":id", id), { headers: { Cookie: diner.cookie } });
    const args = { request, params: { id }, context } as unknown as LoaderFunctionArgs;
    await Promise.all([root, ...loaders].map((loader) => loader(args)));

    expect(heard.trips).toBeLessThanOrEqual(inOne.includes(path) ? 1 : 2);
    expect(heard.statements.length).toBeLessThanOrEqual(8);
    for (const statement of heard.statements) {
      const plan = await club.binding
        .prepare(`EXPLAIN QUERY PLAN ${statement}`)
        .bind(...Array(statement.split("?").length - 1).fill(null))
        .all<{ detail: string }>();
      const scans = plan.results.filter(
        ({ detail }) =>
          /^SCAN (?!CONSTANT)/.test(detail) && !small.some((table) => detail.startsWith(`SCAN ${table}`)),
      );
      expect(scans, statement).toEqual([]);
    }
  },
);
