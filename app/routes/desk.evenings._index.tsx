import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { DeskHeading, DeskLink, DeskRow, operationHref, Pager } from "#app/desk/desk-parts.tsx";
import { describeEvening, loadMonth } from "#app/desk/month.server.ts";
import { Month } from "#app/desk/month.tsx";
import { inputClass } from "#app/desk/operation-fields.tsx";
import { requireRole } from "#app/desk/operator.server.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { listCities } from "#app/models/city/cities.server.ts";
import { listEvenings } from "#app/models/event/evening.server.ts";

export const meta = () => privatePage("Events");

const maxEvenings = 200;

/** The events of six weeks: those to come, or before. */
const shownMs = 42 * dayMs;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireRole(request, context, "city");
  const { db, now } = context;
  const { searchParams } = new URL(request.url);
  const isList = searchParams.has("page");
  const page = Math.trunc(Math.max(-260, Math.min(52, Number(searchParams.get("page")) || 0)));
  const from = new Date(now.getTime() - dayMs / 2 + page * shownMs);
  const to = new Date(from.getTime() + shownMs);
  const cities = (await listCities(db)).filter(({ slug }) => operator.cities?.includes(slug) ?? true);
  const chosen = cities.find(({ slug }) => slug === searchParams.get("city"));
  const citySlugs = chosen ? [chosen.slug] : operator.cities;
  const evenings = isList ? await listEvenings(db, { from, to }, citySlugs, maxEvenings + 1) : [];
  const shown = { typed: searchParams.get("month"), cities: chosen ? [chosen] : cities, maxEvenings };
  return json({
    month: isList ? null : await loadMonth(context, shown),
    page,
    cities: cities.map(({ slug, name }) => ({ slug, name })),
    city: chosen?.slug ?? "",
    hasMore: evenings.length > maxEvenings,
    evenings: evenings.slice(0, maxEvenings).map((evening) => ({
      id: evening.id,
      when: dateAndTime(evening.date, evening.timeZone),
      cityName: evening.cityName,
      state: describeEvening(evening, now).says,
    })),
  });
}

export default function DeskEvenings() {
  const { month, page, cities, city } = useLoaderData<typeof loader>();
  const hrefOf = (search: Record<string, string>) =>
    `/desk/evenings?${new URLSearchParams(city ? { city, ...search } : search)}`;
  return (
    <div className={month ? "" : "max-w-220"}>
      <DeskHeading title="Events" />
      <p className="mb-5 flex flex-wrap gap-2">
        <DeskLink href={operationHref("event add")}>Add an event</DeskLink>
        <DeskLink href={operationHref("schedule list")}>Weekly events</DeskLink>
        <DeskLink href={hrefOf(month ? { page: "0" } : {})}>{month ? "As a list" : "As a calendar"}</DeskLink>
      </p>
      {cities.length > 1 && (
        <form method="get" action="/desk/evenings" className="mb-5 flex flex-wrap items-end gap-3">
          <input type="hidden" name={month ? "month" : "page"} value={month?.month ?? page} />
          <label className="grid gap-1">
            <span className="text-small font-strong">City</span>
            <select name="city" defaultValue={city} className={`${inputClass} min-w-60`}>
              <option value="">All</option>
              {cities.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Button size="small">Show</Button>
        </form>
      )}
      {month ? (
        <>
          <Month month={month} />
          {month.hasMore && (
            <p className="py-4 text-ink-2">This month has more than {maxEvenings}: choose a city.</p>
          )}
          <p className="mt-5 mb-7 flex flex-wrap gap-2">
            <DeskLink href={hrefOf({ month: month.before })}>The month before</DeskLink>
            <DeskLink href={hrefOf({ month: month.after })}>The month after</DeskLink>
          </p>
        </>
      ) : (
        <List hrefOf={(at) => hrefOf({ page: String(at) })} />
      )}
    </div>
  );
}

function List({ hrefOf }: { hrefOf: (page: number) => string }) {
  const { evenings, page, hasMore } = useLoaderData<typeof loader>();
  return (
    <>
      <ul className="border-t border-ink">
        {evenings.map(({ id, when, cityName, state }) => (
          <DeskRow
            key={id}
            title={
              <a href={`/desk/evenings/${id}`} className="underline-offset-[0.3em] hover:underline">
                {when}, {cityName}
              </a>
            }
            text={state}
          />
        ))}
      </ul>
      {hasMore && (
        <p className="py-4 text-ink-2">These six weeks have more than {maxEvenings}: choose a city.</p>
      )}
      {evenings.length === 0 && <p className="py-4 text-ink-2">No event in these six weeks.</p>}
      <Pager page={page} hrefOf={hrefOf} words={["Earlier", "Later"]} />
    </>
  );
}
