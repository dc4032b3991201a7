import type { AppLoadContext } from "@remix-run/cloudflare";
import { renderToStaticMarkup } from "react-dom/server";
import { findCity, listCities } from "#app/models/city/cities.server.ts";
import { loadReportData } from "#app/operations/report/report-data.ts";
import { ReportParts } from "#app/operations/report/report-parts.tsx";

const periods = [4, 12, 26, 52] as const;

const usualWeeks = 12;

/** The report of the club or of one city, as `ops report` writes it; undefined for a city that does not exist. */
export async function loadFigures({ db, now }: AppLoadContext, search: URLSearchParams) {
  const slug = search.get("city") || undefined;
  const weekCount = periods.find((each) => String(each) === search.get("weeks")) ?? usualWeeks;
  const city = slug === undefined ? undefined : await findCity(db, slug);
  if (slug !== undefined && !city) return undefined;
  const [data, cities] = await Promise.all([loadReportData(db, { city, weekCount, now }), listCities(db)]);
  return {
    html: renderToStaticMarkup(<ReportParts data={data} madeBy="the desk" />),
    periods,
    weekCount,
    slug: city?.slug ?? "",
    cities: cities.map(({ slug, name }) => ({ slug, name })),
  };
}
