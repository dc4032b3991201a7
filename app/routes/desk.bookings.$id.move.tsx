import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { DeskHeading, DeskLink, DeskSection, planHref } from "#app/desk/desk-parts.tsx";
import { loadMove, type Move } from "#app/desk/load-move.server.ts";
import { requireOperator } from "#app/desk/operator.server.ts";

export const loader = async ({ request, params: { id = "" }, context }: LoaderFunctionArgs) =>
  json(await loadMove(context, await requireOperator(request, context), id));

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  privatePage(data ? `Move ${data.name}` : "Move");

export default function DeskMove() {
  const { bookingId, name, table, venueName, eventId, free, swaps } = useLoaderData<typeof loader>() as Move;
  return (
    <div className="max-w-160">
      <DeskHeading
        title={`Move ${name}`}
        backHref={`/desk?event=${eventId}&table=${table}#table-${table}`}
        back={`Table ${table}`}
      >
        Table {table}, {venueName}.
      </DeskHeading>
      <DeskSection title="To a free seat">
        <Options bookingId={bookingId} options={free} empty="No free seat can be offered." />
      </DeskSection>
      <DeskSection title="Or change places with">
        <Options bookingId={bookingId} options={swaps} empty="Nobody can be offered." />
      </DeskSection>
      <p className="text-ink-2">Other seats aren’t offered.</p>
    </div>
  );
}

function Options({ bookingId, options, empty }: { bookingId: string; options: Move["free"]; empty: string }) {
  if (options.length === 0) return <p className="py-3 text-ink-2">{empty}</p>;
  return (
    <ul>
      {options.map((option) => {
        const fields = {
          booking: bookingId,
          ...(option.other ? { with: option.other.bookingId } : { table: String(option.table) }),
        };
        const title = option.other
          ? `${option.other.name}, table ${option.table}`
          : `Table ${option.table}, ${option.venueName}`;
        return (
          <li key={title + (option.other?.bookingId ?? "")} className="border-b border-line py-3">
            {option.broken.length === 0 ? (
              <div className="flex items-center justify-between gap-4">
                <span>
                  <b className="block font-strong">{title}</b>
                  <span className="text-small text-green-text">Fits</span>
                </span>
                <DeskLink href={planHref("booking move", fields)}>Plan</DeskLink>
              </div>
            ) : (
              <details>
                <summary className="flex min-h-target cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
                  <span>
                    <b className="block font-strong">{title}</b>
                    <span className="block text-small text-saffron-text">
                      {option.broken.map(({ says }) => says).join(". ")}
                    </span>
                  </span>
                  <span className="text-small underline underline-offset-[0.3em]">Agreed?</span>
                </summary>
                <form
                  method="post"
                  action="/desk/do/booking/move"
                  className="mt-3 grid gap-3 border-l-3 border-saffron bg-saffron-wash p-4"
                >
                  {Object.entries(fields).map(([field, value]) => (
                    <input key={field} type="hidden" name={field} value={value} />
                  ))}
                  <input
                    type="hidden"
                    name="agreed"
                    value={[...new Set(option.broken.map(({ rule }) => rule))].join("\n")}
                  />
                  <label className="grid gap-1">
                    <span className="text-small font-strong">How did they agree?</span>
                    <input
                      name="how"
                      required
                      maxLength={200}
                      placeholder="On the phone"
                      className="min-h-12 border-b border-line-strong bg-transparent"
                    />
                    <span className="text-small text-ink-2">Kept with your name and the hour.</span>
                  </label>
                  <div>
                    <Button size="small">Plan</Button>
                  </div>
                </form>
              </details>
            )}
          </li>
        );
      })}
    </ul>
  );
}
