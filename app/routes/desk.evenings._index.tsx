import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { DeskHeading, DeskLink, DeskRow, DeskSection, operationHref } from "#app/desk/desk-parts.tsx";
import { loadMonth } from "#app/desk/month.server.ts";
import { Month } from "#app/desk/month.tsx";
import { inputClass } from "#app/desk/operation-fields.tsx";
import { requireRole } from "#app/desk/operator.server.ts";
import { listCities } from "#app/models/city/cities.server.ts";

export const meta = () => privatePage("Events");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireRole(request, context, "city");
  const { searchParams } = new URL(request.url);
  const cities = (await listCities(context.db)).filter(({ slug }) => operator.cities?.includes(slug) ?? true);
  const chosen = cities.find(({ slug }) => slug === searchParams.get("city"));
  return json({
    month: await loadMonth(context, searchParams.get("month"), chosen ? [chosen] : cities),
    as: searchParams.get("as") === "list" ? "list" : "calendar",
    cities: cities.map(({ slug, name }) => ({ slug, name })),
    city: chosen?.slug ?? "",
  });
}

export default function DeskEvenings() {
  const { month, as, cities, city } = useLoaderData<typeof loader>();
  const hrefOf = (search: Record<string, string>) =>
    `/desk/evenings?${new URLSearchParams({ month: month.month, as, city, ...search })}`;
  const entries = month.weeks.flat().flatMap((day) => day?.entries ?? []);
  return (
    <>
      <DeskHeading title="Events" />
      <p className="mb-5 flex flex-wrap gap-2">
        <DeskLink href={operationHref("event add")}>Add an event</DeskLink>
        <DeskLink href={operationHref("schedule list")}>Weekly events</DeskLink>
        <DeskLink href={hrefOf({ as: as === "list" ? "calendar" : "list" })}>
          {as === "list" ? "As a calendar" : "As a list"}
        </DeskLink>
      </p>
      {cities.length > 1 && (
        <form method="get" action="/desk/evenings" className="mb-5 flex flex-wrap items-end gap-3">
          <input type="hidden" name="month" value={month.month} />
          <input type="hidden" name="as" value={as} />
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
      {as === "list" ? (
        <DeskSection title={month.name}>
          <ul>
            {entries.map(({ href, on, title, says }) => (
              <DeskRow
                key={`${on} ${href}`}
                title={
                  <a href={href} className="underline-offset-[0.3em] hover:underline">
                    {on}, {title}
                  </a>
                }
                text={says}
              />
            ))}
          </ul>
          {entries.length === 0 && <p className="py-4 text-ink-2">No event in this month.</p>}
        </DeskSection>
      ) : (
        <Month month={month} />
      )}
      {month.tooMany && <p className="py-4 text-ink-2">{month.tooMany}</p>}
      <p className="mt-5 mb-7 flex flex-wrap gap-2">
        <DeskLink href={hrefOf({ month: month.before })}>The month before</DeskLink>
        <DeskLink href={hrefOf({ month: month.after })}>The month after</DeskLink>
      </p>
    </>
  );
}
