import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Sign } from "#app/components/icon.tsx";
import { privatePage } from "#app/components/page.tsx";
import {
  DeskFigures,
  DeskHeading,
  DeskLink,
  DeskRow,
  DeskSection,
  operationHref,
  Pager,
} from "#app/desk/desk-parts.tsx";
import { FillingRows, MessageLink, StandbySection } from "#app/desk/evening-parts.tsx";
import { DeskTable } from "#app/desk/evening-table.tsx";
import { loadEveningPage } from "#app/desk/load-evening.server.ts";
import { requireRole } from "#app/desk/operator.server.ts";

export const loader = async ({ request, params: { id = "" }, context }: LoaderFunctionArgs) =>
  json(await loadEveningPage(context, await requireRole(request, context, "city"), id, new URL(request.url)));

/** Looks again by itself until the tables are made. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...privatePage(data ? `${data.when}, ${data.cityName}` : "Events"),
  ...(data?.making ? [{ httpEquiv: "refresh", content: "3" }] : []),
];

type Page = Awaited<ReturnType<typeof loadEveningPage>>;

/** Remix does not know that it is already JSON. */
const usePage = () => useLoaderData<typeof loader>() as unknown as Page;

export default function DeskEvening() {
  const evening = usePage();
  const { id, when, cityName, isAhead, isCanceled, isClosed, closes, hasTables, figures } = evening;
  const { tables } = evening;
  return (
    <>
      <DeskHeading title={when} backHref="/desk/evenings" back="Events">
        {cityName}.{" "}
        {isCanceled ? "Canceled." : isClosed ? "Booking has closed." : `Booking closes ${closes}.`}
      </DeskHeading>
      <DeskFigures figures={figures} />
      <div className="grid gap-x-12 xl:grid-cols-[minmax(0,1fr)_min(24rem,34%)]">
        <div className="min-w-0">
          <DeskSection
            title="Tables"
            aside={
              tables.length < evening.tableCount
                ? `the first ${tables.length} of ${evening.tableCount}`
                : evening.tableCount
            }
          >
            {hasTables ? (
              <ul className="lg:grid lg:grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] lg:gap-x-8">
                {tables.map((table) => (
                  <DeskTable
                    key={table.id}
                    eventId={id}
                    table={table}
                    canRecord={evening.canRecord}
                    shown={tables.length}
                    pageHref={`/desk/evenings/${id}?`}
                    isOpen={evening.openTable === String(table.number)}
                  />
                ))}
              </ul>
            ) : (
              <p className="py-3 text-ink-2">
                {isCanceled
                  ? "The event is canceled."
                  : evening.making
                    ? `${evening.making} This page looks again every 3 seconds, and can be closed.`
                    : "They are made once booking has closed."}
              </p>
            )}
            {!isCanceled && (hasTables || isAhead) && (
              <p className="flex flex-wrap gap-2 pt-3">
                <DeskLink href={operationHref(hasTables ? "match show" : "match preview", { event: id })}>
                  {hasTables ? "How they were made" : "Preview the tables"}
                </DeskLink>
                {isAhead && !hasTables && !evening.making && (
                  <DeskLink href={operationHref("match run", { event: id })}>Make the tables now</DeskLink>
                )}
                <DeskLink href={operationHref("sheet", { event: id })}>
                  The sheet for the restaurants
                </DeskLink>
                {hasTables && (
                  <>
                    <DeskLink href={operationHref("event diets", { event: id })}>Who eats what</DeskLink>
                    <DeskLink href={operationHref("attendance show", { event: id })}>Who came</DeskLink>
                  </>
                )}
              </p>
            )}
          </DeskSection>
          <DeskSection title="Restaurants">
            <ul>
              {evening.venues.map(({ venueId, name, address, tables: planned, made, says }) => (
                <DeskRow
                  key={venueId}
                  title={name}
                  text={`${address}. ${hasTables ? `${made} of ${planned}` : planned} ${planned === 1 ? "table" : "tables"}${says ? `. It ${says}` : ""}`}
                >
                  {!isCanceled && (
                    <MessageLink to={{ event: id, venue: venueId }} label={`Message everybody at ${name}`} />
                  )}
                  {isAhead && (
                    <DeskLink href={operationHref("venue answer", { event: id, venue: venueId })}>
                      They say
                    </DeskLink>
                  )}
                  {isAhead && (
                    <DeskLink href={operationHref("event venues", { event: id, remove: venueId })}>
                      Can’t take us
                    </DeskLink>
                  )}
                </DeskRow>
              ))}
            </ul>
            {isAhead && (
              <p className="flex flex-wrap gap-2 pt-3">
                <DeskLink href={operationHref("event venues", { event: id })}>
                  Add or change a restaurant
                </DeskLink>
                <DeskLink href={operationHref("host-link list", { event: id })}>Hosts’ pages</DeskLink>
                <DeskLink href={operationHref("host-link create", { event: id })}>
                  Make a host’s page
                </DeskLink>
              </p>
            )}
          </DeskSection>
          <Bookings />
        </div>
        <div>
          {evening.emails.parked > 0 && (
            <DeskSection title="Needs you" aside={1}>
              <DeskRow
                title={`${evening.emails.parked} emails couldn’t be sent`}
                text="Look at why, then send them again."
              >
                <DeskLink href={operationHref("outbox list", { state: "parked" })}>Look</DeskLink>
              </DeskRow>
            </DeskSection>
          )}
          <StandbySection standby={evening.standby} />
          {evening.fillings.length > 0 && (
            <DeskSection title="What would seat whom">
              <ul>
                <FillingRows fillings={evening.fillings} />
              </ul>
            </DeskSection>
          )}
          <DeskSection title="The event">
            <p className="flex flex-wrap gap-2 pt-3">
              {!isCanceled && (
                <DeskLink href={operationHref("message send", { event: id, to: "everybody" })}>
                  <Sign name="send" /> Message everybody
                </DeskLink>
              )}
              {isAhead && <DeskLink href={operationHref("event edit", { event: id })}>Change it</DeskLink>}
              {isAhead && !isClosed && (
                <DeskLink href={operationHref("event close", { event: id })}>Close booking now</DeskLink>
              )}
              {isAhead && <DeskLink href={operationHref("event cancel", { event: id })}>Cancel it</DeskLink>}
            </p>
            {evening.deposits.length > 0 && (
              <p className="pt-3 text-small text-ink-2">Deposits: {evening.deposits.join("; ")}.</p>
            )}
            {evening.emails.waiting > 0 && (
              <p className="pt-1 text-small text-ink-2">Emails on their way: {evening.emails.waiting}.</p>
            )}
          </DeskSection>
          {evening.changes.length > 0 && (
            <DeskSection title="History">
              <ul>
                {evening.changes.map(({ what, about }, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two changes can say the same
                  <DeskRow key={i} title={<span className="font-text">{what}</span>} text={about} />
                ))}
              </ul>
            </DeskSection>
          )}
        </div>
      </div>
    </>
  );
}

function Bookings() {
  const { id, bookings, page, hasMore } = usePage();
  return (
    <DeskSection title="Bookings" aside="newest first">
      {bookings.length === 0 && <p className="py-3 text-ink-2">Nobody has booked.</p>}
      <ul>
        {bookings.map((booking) => (
          <DeskRow
            key={booking.id}
            title={
              <a href={`/desk/people/${booking.userId}`} className="underline-offset-[0.3em] hover:underline">
                {booking.name}
              </a>
            }
            text={`${booking.email}, ${booking.bookedAt}`}
          >
            <span className="text-small text-ink-2">{booking.state}</span>
          </DeskRow>
        ))}
      </ul>
      <Pager page={page} first={1} hasMore={hasMore} hrefOf={(at) => `/desk/evenings/${id}?page=${at}`} />
    </DeskSection>
  );
}
