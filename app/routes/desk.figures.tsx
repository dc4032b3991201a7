import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { privatePage } from "#app/components/page.tsx";
import { DeskLink, operationHref } from "#app/desk/desk-parts.tsx";
import { loadFigures } from "#app/desk/figures.server.tsx";
import { requireRole } from "#app/desk/operator.server.ts";
import { notFound } from "#app/http/responses.ts";

export const meta = () => privatePage("Figures");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(request, context, "owner");
  const figures = await loadFigures(context, new URL(request.url).searchParams);
  if (!figures) throw notFound();
  return json(figures);
}

const selectClass = "min-h-target rounded-round border border-line-strong bg-surface px-4 text-small";

export default function DeskFigures() {
  const { html, cities, slug, weekCount, periods } = useLoaderData<typeof loader>();
  return (
    <>
      <form method="get" action="/desk/figures" className="mb-6 flex flex-wrap items-center gap-2">
        {cities.length > 1 && (
          <select name="city" aria-label="City" defaultValue={slug} className={`${selectClass} max-w-60`}>
            <option value="">All cities</option>
            {cities.map((city) => (
              <option key={city.slug} value={city.slug}>
                {city.name}
              </option>
            ))}
          </select>
        )}
        <select name="weeks" aria-label="Weeks" defaultValue={weekCount} className={selectClass}>
          {periods.map((count) => (
            <option key={count} value={count}>
              {count} weeks
            </option>
          ))}
        </select>
        <button type="submit" className={`${selectClass} cursor-pointer font-strong`}>
          Show
        </button>
      </form>
      <p className="mb-6">
        <DeskLink href={operationHref("quiz list")}>The questions of the quiz</DeskLink>
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: React made it of the parts that a report has, too */}
      <div className="report" dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
