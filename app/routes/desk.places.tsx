import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import {
  DeskHeading,
  DeskLink,
  DeskRow,
  DeskSection,
  operationHref,
  TextLink,
} from "#app/desk/desk-parts.tsx";
import { requireRole } from "#app/desk/operator.server.ts";
import { loadPlaces, type PlacesView } from "#app/desk/places.server.ts";
import { doAtOnce } from "#app/desk/run-operation.server.ts";
import { readForm } from "#app/http/forms.ts";
import { notFound } from "#app/http/responses.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => privatePage(data?.city?.name ?? "Places");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireRole(request, context, "city");
  const places = await loadPlaces(context, operator, new URL(request.url).searchParams.get("city"));
  if (!places) throw notFound();
  return json(places);
}

/** Leaves out one date of a schedule. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireRole(request, context, "city");
  const { schedule = "", date = "" } = await readForm(request);
  const values = { schedule, date };
  const shown = await doAtOnce(context, { command: "schedule skip", operator, values });
  if (shown.is === "refused") return json({ problem: shown.problem }, shown.status);
  const { pathname, search } = new URL(request.url);
  return redirect(pathname + search);
}

export default function DeskPlaces() {
  const { cities, city, isOwner } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  if (cities.length === 0) return <NewClub isOwner={isOwner} />;
  if (!city)
    return (
      <>
        <DeskHeading title="Places" />
        <DeskSection title="Cities" aside={cities.length}>
          <ul>
            {cities.map(({ slug, name, text }) => (
              <DeskRow key={slug} title={<CityLink slug={slug}>{name}</CityLink>} text={text} />
            ))}
          </ul>
        </DeskSection>
        {isOwner && <DeskLink href="/desk/new-city">Add a city</DeskLink>}
      </>
    );
  const hasSeveral = cities.length > 1;
  return (
    <>
      <FormError>{problem}</FormError>
      <DeskHeading
        title={city.name}
        {...(hasSeveral ? { backHref: "/desk/places", back: "All cities" } : {})}
      >
        {city.text}
      </DeskHeading>
      {isOwner && (
        <p className="mb-7 flex flex-wrap gap-2">
          <DeskLink href={operationHref("city edit", { city: city.slug })}>Edit {city.name}</DeskLink>
          {city.venues.length === 0 && city.schedules.length === 0 && (
            <DeskLink href={operationHref("city remove", { city: city.slug })}>Remove {city.name}</DeskLink>
          )}
          {!hasSeveral && <DeskLink href="/desk/new-city">Add another city</DeskLink>}
        </p>
      )}
      <div className="gap-x-10 xl:grid xl:grid-cols-[3fr_2fr]">
        <Venues city={city} />
        <Schedules city={city} />
      </div>
    </>
  );
}

const CityLink = ({ slug, children }: { slug: string; children: string }) => (
  <a href={`/desk/places?city=${slug}`} className="underline underline-offset-[0.3em]">
    {children}
  </a>
);

type CityView = NonNullable<PlacesView["city"]>;

const Venues = ({ city: { slug, name, venues } }: { city: CityView }) => (
  <div>
    <DeskSection title="Restaurants" aside={venues.length}>
      {venues.length === 0 && (
        <p className="py-3 text-small text-ink-2">
          None yet. {name} needs one before anything can be booked: its address, how many tables, and what the
          kitchen can cook.
        </p>
      )}
      <ul>
        {venues.map((venue) => (
          <DeskRow
            key={venue.id}
            title={<span className="wrap-anywhere">{venue.name}</span>}
            text={
              <>
                <span className="block wrap-anywhere">
                  {venue.address}
                  {venue.phone ? `, ${venue.phone}` : ". No phone number"}
                </span>
                <span className="block">
                  {venue.tables}, {venue.price}, {venue.access}; {venue.events} to come
                </span>
                <span className="block wrap-anywhere">
                  {venue.cooks.length > 0 ? `Cooks: ${venue.cooks.join(", ")}` : "Cooks for no diet"}
                </span>
                {venue.cooks.length > 0 && venue.cooksNot.length > 0 && (
                  <span className="block wrap-anywhere">Can’t cook: {venue.cooksNot.join(", ")}</span>
                )}
                <span className="flex flex-wrap gap-x-5">
                  <TextLink href={operationHref("venue edit", { venue: venue.id })}>Edit</TextLink>
                  <TextLink href={operationHref("venue remove", { venue: venue.id })}>Remove</TextLink>
                </span>
              </>
            }
          />
        ))}
      </ul>
    </DeskSection>
    <p className="mb-7">
      <DeskLink href={operationHref("venue add", { city: slug })}>Add a restaurant</DeskLink>
    </p>
  </div>
);

const Schedules = ({ city: { slug, venues, schedules } }: { city: CityView }) => (
  <div>
    <DeskSection title="Every week" aside={schedules.length}>
      {schedules.length === 0 && (
        <p className="py-3 text-small text-ink-2">
          {venues.length === 0
            ? "First add a restaurant; then say when it has tables."
            : "No event repeats. A schedule opens the events of the coming weeks by itself."}
        </p>
      )}
      <ul>
        {schedules.map(({ id, when, text, holidays, noHolidays }) => (
          <DeskRow
            key={id}
            title={when}
            text={
              <>
                <span className="block wrap-anywhere">{text}</span>
                {noHolidays && <span className="block">{noHolidays}</span>}
                {holidays.map(({ day, says, eventId }) => (
                  <div key={day} className="flex flex-wrap items-center justify-between gap-x-5 py-0.5">
                    {says}
                    {eventId ? (
                      <TextLink href={operationHref("event cancel", { event: eventId })}>
                        Open already: cancel it?
                      </TextLink>
                    ) : (
                      <form method="post" action={`/desk/places?city=${slug}`}>
                        <input type="hidden" name="schedule" value={id} />
                        <Button size="small" name="date" value={day} aria-label={`${says}: skip it`}>
                          Skip it?
                        </Button>
                      </form>
                    )}
                  </div>
                ))}
                <span className="flex flex-wrap gap-x-5">
                  <TextLink href={operationHref("schedule edit", { schedule: id })}>Edit</TextLink>
                  <TextLink href={operationHref("schedule skip", { schedule: id })}>Skip a date</TextLink>
                  <TextLink href={operationHref("schedule pause", { schedule: id })}>Pause</TextLink>
                  <TextLink href={operationHref("schedule end", { schedule: id })}>End</TextLink>
                </span>
              </>
            }
          />
        ))}
      </ul>
    </DeskSection>
    {venues.length > 0 && (
      <p className="mb-7 flex flex-wrap gap-2">
        <DeskLink href={operationHref("schedule add", { city: slug })}>Add a weekly event</DeskLink>
        <DeskLink href={operationHref("event add", { city: slug })}>Add one event</DeskLink>
      </p>
    )}
  </div>
);

const NewClub = ({ isOwner }: { isOwner: boolean }) => (
  <>
    <DeskHeading title="Places">
      Nothing yet. A club begins with a city, its first restaurant and its weekly event: six questions, and
      events open by themselves from then on.
    </DeskHeading>
    {isOwner && <DeskLink href="/desk/new-city">Add a city</DeskLink>}
  </>
);
