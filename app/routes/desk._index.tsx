import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormError } from "#app/components/banner.tsx";
import { Sign } from "#app/components/icon.tsx";
import { privatePage } from "#app/components/page.tsx";
import { DeskHeading, DeskLink, DeskRow, DeskSection, operationHref, Pager } from "#app/desk/desk-parts.tsx";
import { CallLink, DeskAlarm, FillingRows, MessageLink, StandbySection } from "#app/desk/evening-parts.tsx";
import { DeskTable } from "#app/desk/evening-table.tsx";
import { type Alarm, loadTonight, type Tonight } from "#app/desk/load-tonight.server.ts";
import { requireOperator } from "#app/desk/operator.server.ts";
import { doAtOnce } from "#app/desk/run-operation.server.ts";
import { readForm } from "#app/http/forms.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import { capitalize } from "#app/lib/text.ts";
import { listCities } from "#app/models/city/cities.server.ts";

export const meta = () => privatePage("Tonight");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(request, context);
  const tonight = await loadTonight(context, operator, new URL(request.url).searchParams);
  const hasNoCity =
    operator.role === "owner" && !tonight.evening && (await listCities(context.db)).length === 0;
  return json({ tonight, role: operator.role, hasNoCity });
}

/** Notes that somebody is here, or how many of a table are. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(request, context);
  const event = new URL(request.url).searchParams.get("event") ?? "";
  const { here = "", table: named = "" } = await readForm(request);
  const [, counted, count = ""] = /^count:([^:]*):(.*)$/.exec(here) ?? [];
  const [, takeBack] = /^back:(.+)$/.exec(here) ?? [];
  const shown = await doAtOnce(
    context,
    counted === undefined
      ? {
          command: "attendance record",
          operator,
          values: { event, ...(takeBack ? { takeBack } : { came: here }) },
        }
      : { command: "attendance count", operator, values: { event, table: counted, here: count } },
  );
  if (shown.is === "refused") return json({ problem: shown.problem }, shown.status);
  const table = counted ?? /^\d+$/.exec(named)?.[0];
  const query = new URLSearchParams({ event, ...(table ? { table } : {}) });
  return redirect(`/desk?${query}${table ? `#table-${table}` : ""}`);
}

export default function DeskTonight() {
  const loaded = useLoaderData<typeof loader>();
  const tonight = loaded.tonight as unknown as Tonight;
  const problem = useActionData<typeof action>()?.problem;
  const { evening, alarms, moreAlarms, others } = tonight;
  const isAtDoor = loaded.role === "door";
  return (
    <>
      <FormError>{problem}</FormError>
      {others.length > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-2 text-small text-ink-2">
          Also tonight:
          {others.map(({ id, name }) => (
            <DeskLink key={id} href={`/desk?event=${id}`}>
              {name}
            </DeskLink>
          ))}
          {!isAtDoor && <DeskLink href="/desk/evenings">All events</DeskLink>}
        </p>
      )}
      {evening ? (
        <Band evening={evening} isFirst={others.length === 0} isAtDoor={isAtDoor} />
      ) : (
        <DeskHeading title="Tonight">There’s no event today.</DeskHeading>
      )}
      <div className="mt-6 grid grid-cols-1 gap-x-12 lg:grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))]">
        <div className="empty:hidden">
          {alarms.length > 0 && (
            <DeskSection title="Needs you" aside={alarms.length + moreAlarms}>
              <ul>
                {alarms.map((alarm) => (
                  <AlarmRow
                    key={JSON.stringify(alarm)}
                    alarm={alarm}
                    eventId={evening?.id}
                    isAtDoor={isAtDoor}
                  />
                ))}
              </ul>
              {moreAlarms > 0 && (
                <p className="py-3 text-small text-ink-2">And {moreAlarms} more, at the tables below.</p>
              )}
            </DeskSection>
          )}
          {evening && <EmptySeats evening={evening} isAtDoor={isAtDoor} />}
          {loaded.hasNoCity && <DeskLink href="/desk/new-city">Found your first city</DeskLink>}
          {!evening && !isAtDoor && !loaded.hasNoCity && (
            <p>
              <a href="/desk/evenings" className="underline underline-offset-[0.3em]">
                All events
              </a>
            </p>
          )}
        </div>
        {evening && <Restaurants evening={evening} isAtDoor={isAtDoor} />}
      </div>
    </>
  );
}

type LoadedEvening = NonNullable<Tonight["evening"]>;

const Band = ({
  evening: { id, cityName, when, asOf, until, counts, hasTables },
  isFirst,
  isAtDoor,
}: {
  evening: LoadedEvening;
  isFirst: boolean;
  isAtDoor: boolean;
}) => (
  <header
    className={`ground-green -mx-(--spacing-gutter) ${isFirst ? "-mt-5" : ""} grid gap-4 px-gutter py-5 lg:mx-0 lg:mt-0 lg:flex lg:flex-wrap lg:items-center lg:justify-between lg:rounded-paper lg:px-7`}
  >
    <div>
      <h1 className="display flex flex-wrap items-baseline justify-between gap-x-4 text-2 lg:justify-start">
        Tonight <span className="text-[1.375rem]">{until}</span>
      </h1>
      <p className="text-small text-on-green-2">
        {isAtDoor ? (
          `${cityName}, ${when}`
        ) : (
          <a href={`/desk/evenings/${id}`} className="underline underline-offset-[0.3em]">
            {cityName}, {when}
          </a>
        )}
        . Now {asOf}.
      </p>
    </div>
    {hasTables && (
      <dl className="flex flex-wrap justify-between gap-x-6 gap-y-2 lg:gap-x-9">
        {counts.map(([count, what]) => (
          <div key={what} className="flex flex-col-reverse">
            <dt className="text-small text-on-green-2">{what}</dt>
            <dd className="display figures text-[1.75rem]/none">{count}</dd>
          </div>
        ))}
      </dl>
    )}
  </header>
);

interface AlarmProps {
  alarm: Alarm;
  eventId: string | undefined;
  isAtDoor: boolean;
}

function AlarmRow({ alarm, eventId, isAtDoor }: AlarmProps) {
  if (alarm.is === "problem")
    return (
      <DeskAlarm title={capitalize(alarm.name)} text={alarm.detail} isDanger={false}>
        <DeskLink href="/desk/health">What to do</DeskLink>
      </DeskAlarm>
    );
  if (alarm.is === "restaurant")
    return (
      <DeskAlarm
        title={`${alarm.venueName} ${alarm.answer ? "can’t take us" : "has not answered"}`}
        text={alarm.answer ? alarm.says : "They were asked by email. Call them, and note what they say."}
        isDanger={alarm.answer !== null}
      >
        {alarm.phone && <CallLink name={alarm.venueName} phone={alarm.phone} />}
        {alarm.answer && !isAtDoor && (
          <DeskLink href={operationHref("event venues", { event: eventId ?? "", remove: alarm.venueId })}>
            Seat everybody elsewhere
          </DeskLink>
        )}
        <DeskLink href={operationHref("venue answer", { event: eventId ?? "", venue: alarm.venueId })}>
          They say
        </DeskLink>
      </DeskAlarm>
    );
  if (alarm.is === "too small")
    return (
      <DeskAlarm
        title={`Table ${alarm.table} has only ${alarm.people}`}
        text="Seat somebody there, or move them to another table."
        isDanger
      >
        <DeskLink href={`/desk?event=${eventId}&table=${alarm.table}#table-${alarm.table}`}>
          Look at table {alarm.table}
        </DeskLink>
      </DeskAlarm>
    );
  if (alarm.is === "some missing")
    return (
      <DeskAlarm
        title={`${alarm.count} missing at table ${alarm.table}`}
        text="They were counted, without who."
        isDanger
      >
        <DeskLink href={operationHref("message send", { event: eventId, table: String(alarm.table) })}>
          <Sign name="send" /> Message table {alarm.table}
        </DeskLink>
      </DeskAlarm>
    );
  const { name, table, bookingId, lateMinutes, phone } = alarm;
  return (
    <DeskAlarm
      title={
        alarm.is === "missing"
          ? `${name} isn’t here`
          : lateMinutes
            ? `${name} is ${lateMinutes} minutes late`
            : `${name} isn’t here yet`
      }
      text={`Table ${table}.${lateMinutes ? " The table knows." : ""}`}
      isDanger={alarm.is === "missing"}
    >
      {phone && (
        <DeskLink href={telephoneLink(phone)}>
          <Sign name="phone" /> Call
        </DeskLink>
      )}
      <DeskLink href={operationHref("message send", { booking: bookingId })}>
        <Sign name="send" /> Message
      </DeskLink>
    </DeskAlarm>
  );
}

function EmptySeats({
  evening: { id, freeSeats, fillings, standby, hasTables },
  isAtDoor,
}: {
  evening: LoadedEvening;
  isAtDoor: boolean;
}) {
  if (!hasTables)
    return (
      <DeskSection title="Tables">
        <p className="py-3 text-ink-2">The tables aren’t made yet.</p>
        {!isAtDoor && (
          <p className="flex flex-wrap gap-2">
            <DeskLink href={operationHref("match preview", { event: id })}>Preview</DeskLink>
            <DeskLink href={`/desk/evenings/${id}`}>The event</DeskLink>
          </p>
        )}
      </DeskSection>
    );
  return (
    <>
      {(freeSeats > 0 || fillings.length > 0) && (
        <DeskSection
          title={`${freeSeats} empty ${freeSeats === 1 ? "seat" : "seats"}`}
          aside={`${standby.length} on standby`}
        >
          <ul>
            <FillingRows fillings={fillings} />
            {freeSeats > 0 && (
              <DeskRow title="A walk-in" text="Somebody at the door, for an empty seat">
                <DeskLink href={operationHref("booking walk-in", { event: id })}>Add</DeskLink>
              </DeskRow>
            )}
          </ul>
        </DeskSection>
      )}
      <StandbySection standby={standby} isAtDoor={isAtDoor} />
    </>
  );
}

function Restaurants({ evening, isAtDoor }: { evening: LoadedEvening; isAtDoor: boolean }) {
  const { id, venues, canRecord, page, pageCount, open, hasTables } = evening;
  if (!hasTables) return null;
  const tableCount = venues.reduce((sum, { tables }) => sum + tables.length, 0);
  return (
    <div>
      {venues.map(({ id: venueId, name, address, phone, notes, says, here, count, tables }) => (
        <section key={venueId} className="mb-7">
          <div className="flex flex-wrap items-center gap-x-4 border-b border-ink pb-2.5">
            <div className="max-w-full flex-[1_1_11rem]">
              <h2 className="display text-[1.375rem]/[1.2]">{name}</h2>
              <p className="text-small text-ink-2">
                {address} · {here} of {count} here
                {says && ` · ${says}`}
              </p>
              {notes && <p className="text-small text-ink-2">{notes}</p>}
            </div>
            <div className="flex gap-1.5">
              {phone && <CallLink name={name} phone={phone} />}
              <MessageLink to={{ event: id, venue: venueId }} label={`Message everybody at ${name}`} />
            </div>
          </div>
          <ul>
            {tables.map((table) => (
              <DeskTable
                key={table.id}
                eventId={id}
                table={table}
                shown={tableCount}
                pageHref={`/desk?event=${id}&`}
                canRecord={canRecord}
                isOpen={open === String(table.number)}
                isAtDoor={isAtDoor}
              />
            ))}
          </ul>
        </section>
      ))}
      <Pager
        page={page}
        first={1}
        hasMore={page < pageCount}
        hrefOf={(at) => `/desk?event=${id}&page=${at}`}
        words={["Tables before", "More tables"]}
      />
      <DeskSection title="The whole event">
        <p className="flex flex-wrap gap-2 pt-3">
          <DeskLink href={operationHref("message send", { event: id, to: "everybody" })}>
            <Sign name="send" /> Message everybody
          </DeskLink>
          {!isAtDoor && (
            <DeskLink href={`${operationHref("event venues", { event: id })}&remove=`}>
              A restaurant drops out
            </DeskLink>
          )}
        </p>
      </DeskSection>
    </div>
  );
}
