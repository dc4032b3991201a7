import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { privatePage } from "#app/components/page.tsx";
import { DeskHeading, DeskLink, DeskRow, DeskSection, operationHref } from "#app/desk/desk-parts.tsx";
import { listTonight } from "#app/desk/load-tonight.server.ts";
import { hasRank, requireOperator } from "#app/desk/operator.server.ts";
import { dateAndTime, homeZone } from "#app/lib/dates.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { listCities } from "#app/models/city/cities.server.ts";
import { type Evening, listEvenings } from "#app/models/event/evening.server.ts";
import { listClubMessages } from "#app/models/message/club-messages.server.ts";

export const meta = () => privatePage("Messages");

const coming = 14 * dayMs;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(request, context);
  const { db, now } = context;
  const tonight = await listTonight(context, operator);
  const later = hasRank(operator, "city")
    ? await listEvenings(db, { from: now, to: new Date(now.getTime() + coming) }, operator.cities)
    : [];
  const evenings = [...tonight, ...later.filter(({ id }) => !tonight.some((each) => each.id === id))].filter(
    ({ canceledAt }) => !canceledAt,
  );
  const eventIds = operator.role === "owner" ? undefined : evenings.map(({ id }) => id);
  const cities = hasRank(operator, "city")
    ? (await listCities(db)).filter(({ slug }) => operator.cities?.includes(slug) ?? true)
    : [];
  const citySlugs = cities.map(({ slug }) => slug);
  const messages = await listClubMessages(db, { limit: 50, eventIds, citySlugs });
  return json({
    cities: cities.map(({ slug, name }) => ({ slug, name })),
    mayWriteToAll: operator.role === "owner",
    evenings: evenings.map((evening) => ({
      id: evening.id,
      name: nameEvening(evening),
      hasTables: evening.matchedAt !== null,
    })),
    messages: messages.map(
      ({ id, toWhom, subject, text, recipients, operator: by, sentAt, takenBackAt, unsent }) => ({
        ...{ id, toWhom, subject, text, recipients, by, unsent },
        when: dateAndTime(sentAt, evenings[0]?.timeZone ?? homeZone),
        isTakenBack: takenBackAt !== null,
      }),
    ),
  });
}

const nameEvening = ({ cityName, date, timeZone }: Evening) => `${cityName}, ${dateAndTime(date, timeZone)}`;

export default function DeskMessages() {
  const { evenings, messages, cities, mayWriteToAll } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-x-12 lg:grid-cols-2">
      <div>
        <DeskHeading title="Messages">
          To one person or one table: from tonight’s page, the event’s, or the person’s.
        </DeskHeading>
        <DeskSection title="Write to an event">
          <ul>
            {evenings.map(({ id, name, hasTables }) => (
              <DeskRow key={id} title={name}>
                {hasTables && (
                  <DeskLink href={operationHref("message send", { event: id, to: "seated" })}>
                    With a seat
                  </DeskLink>
                )}
                {hasTables && (
                  <DeskLink href={operationHref("message send", { event: id, to: "standby" })}>
                    Standby
                  </DeskLink>
                )}
                <DeskLink href={operationHref("message send", { event: id, to: "everybody" })}>
                  Everybody
                </DeskLink>
              </DeskRow>
            ))}
          </ul>
          {evenings.length === 0 && <p className="py-3 text-ink-2">No event in the next two weeks.</p>}
        </DeskSection>
        {cities.length > 0 && (
          <DeskSection title="Write news" aside="to those who asked for it">
            <ul>
              {mayWriteToAll && (
                <DeskRow title="Everybody">
                  <DeskLink href={operationHref("message send", { everybody: "on" })}>Write</DeskLink>
                </DeskRow>
              )}
              {cities.map(({ slug, name }) => (
                <DeskRow key={slug} title={name}>
                  <DeskLink href={operationHref("message send", { city: slug })}>Write</DeskLink>
                </DeskRow>
              ))}
            </ul>
          </DeskSection>
        )}
      </div>
      <DeskSection title="Written" aside={messages.length > 0 ? "newest first" : undefined}>
        <ul>
          {messages.map(({ id, toWhom, subject, text, recipients, by, when, unsent, isTakenBack }) => (
            <DeskRow
              key={id}
              title={subject}
              text={
                <>
                  <span className="block">
                    To {toWhom}, {recipients}. By {by}, {when}.{" "}
                    {isTakenBack ? "Taken back." : unsent > 0 ? `${unsent} still waiting.` : ""}
                  </span>
                  <span className="block whitespace-pre-line text-ink">{text}</span>
                </>
              }
            >
              {unsent > 0 && !isTakenBack && (
                <DeskLink href={operationHref("message undo", { message: id })}>Take back</DeskLink>
              )}
            </DeskRow>
          ))}
        </ul>
        {messages.length === 0 && <p className="py-3 text-ink-2">Nothing yet.</p>}
      </DeskSection>
    </div>
  );
}
