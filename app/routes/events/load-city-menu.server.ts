import { type AppLoadContext, json, redirect } from "@remix-run/cloudflare";
import { findSignedIn } from "#app/auth/session.server.ts";
import { loadBatched } from "#app/db/batches.ts";
import { longDate } from "#app/lib/dates.ts";
import { readCityMenu } from "#app/models/event/upcoming-events.server.ts";

type Wish = Parameters<typeof readCityMenu>[1];

const countryNames = new Intl.DisplayNames("en", { type: "region" });

const maxQueryLength = 60;

/** The cities to choose from, or a 404 with them where the address names one that is unknown. */
export async function loadCityMenu(request: Request, context: AppLoadContext, wish: Wish) {
  const { pathname, searchParams } = new URL(request.url);
  const [, cities] = await Promise.all([
    findSignedIn(context),
    loadBatched(context, readCityMenu(context.db, wish)),
  ]);
  if (cities.length < 2) throw redirect(pathname);
  const items = cities.map(({ slug, name, country, timeZone, eventCount, nextDate }) => ({
    slug,
    name,
    country: country ? (countryNames.of(country) ?? null) : null,
    eventCount,
    nextDate: nextDate && longDate(nextDate, timeZone),
  }));
  const isUnknownCity = Boolean(searchParams.get("city"));
  const cityMenu = {
    cities: items,
    currentSlug: searchParams.get("from") ?? items[0]?.slug,
    query: (searchParams.get("search") ?? "").trim().slice(0, maxQueryLength),
    isUnknownCity,
  };
  return json({ cityMenu }, isUnknownCity ? 404 : 200);
}
