import { Button } from "#app/components/button.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Field } from "#app/components/field.tsx";
import { Icon, Sign } from "#app/components/icon.tsx";
import type { EveningFacts } from "#app/lib/event/evening.ts";

interface CityItem {
  slug: string;
  name: string;
  country: string | null;
  eventCount: number;
  /** "Friday, November 27" and "11 of 30 seats taken": the next that can be booked. */
  next: { when: string; seats: string; drawing: EveningFacts } | null;
}

interface CityMenuProps {
  /** Nearest first. */
  cities: CityItem[];
  currentSlug?: string | undefined;
  query: string;
  /** True if the address names no city of this club. */
  isUnknownCity: boolean;
}

/** With more cities than this, there is a search field, and only the first cities or the search results have drawings. */
const maxDrawnCities = 12;

export function CityMenu({ cities, currentSlug, query, isUnknownCity }: CityMenuProps) {
  const isLarge = cities.length > maxDrawnCities;
  const found = query ? cities.filter((city) => matchesQuery(city, query)) : cities;
  const withEventsFirst = found.toSorted((a, b) => Number(b.eventCount > 0) - Number(a.eventCount > 0));
  const drawn = withEventsFirst.slice(0, maxDrawnCities);
  const others = withEventsFirst.slice(maxDrawnCities).sort((a, b) => a.name.localeCompare(b.name, "en"));
  return (
    <div className="grid gap-7 lg:gap-9">
      <header>
        <h1 className="display text-1">Where would you like to eat?</h1>
        {isUnknownCity && (
          <p className="mt-3 max-w-measure text-lead">
            We have no dinners there yet. Here is where we have some.
          </p>
        )}
        <p className="mt-3 text-lead text-ink-2">You can choose a different city each time.</p>
      </header>
      {isLarge && <CitySearch query={query} />}
      {isLarge && query && (
        <p role="status" className="text-ink-2">
          {found.length === 0
            ? `No city is called “${query}”. Try the name of a larger city nearby, or of the country.`
            : `${found.length} of ${cities.length} cities:`}
        </p>
      )}
      {drawn.length > 0 && (
        <ul className="border-t border-ink lg:grid lg:grid-cols-2 lg:gap-x-16">
          {drawn.map((city) => (
            <li key={city.slug} className="border-b border-line">
              <CityLink city={city} isCurrent={city.slug === currentSlug} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <section>
          <h2 className="display border-b border-ink pb-3 text-[1.375rem] tracking-[-0.012em]">
            {query ? "More cities" : "All other cities"}
          </h2>
          <ul className="mt-2 sm:columns-2 lg:columns-4">
            {others.map(({ slug, name, country }) => (
              <li key={slug} className="break-inside-avoid">
                <a
                  href={`?city=${encodeURIComponent(slug)}`}
                  className="inline-flex min-h-target flex-wrap items-center gap-x-2 py-1 underline-offset-4 hover:underline"
                >
                  <span className="font-strong">{name}</span>
                  <span className="text-small text-ink-2">{country}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(query || isUnknownCity) && (
        <p>
          <a
            href={query ? "?city=" : "?"}
            className="inline-flex min-h-target items-center underline underline-offset-4"
          >
            {query ? "All cities" : "Back to the dinners"}
          </a>
        </p>
      )}
    </div>
  );
}

const simplify = (text: string) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase();

function matchesQuery({ name, country }: CityItem, query: string): boolean {
  const wanted = simplify(query);
  return simplify(`${name} ${country ?? ""}`).includes(wanted);
}

function CityLink({ city, isCurrent }: { city: CityItem; isCurrent: boolean }) {
  const { slug, name, country, eventCount, next } = city;
  return (
    <a
      href={`?city=${encodeURIComponent(slug)}`}
      aria-current={isCurrent || undefined}
      className="group grid grid-cols-[1fr_auto] items-center gap-4 py-3.5 lg:py-5"
    >
      {next && <Evening evening={next.drawing} className="col-span-2 rounded-paper" />}
      <span className="grid">
        <span
          className={`display text-[1.75rem]/[1.15] tracking-[-0.022em] decoration-paprika decoration-[1.5px] underline-offset-[0.2em] group-hover:underline lg:text-[2.25rem]/[1.15] ${eventCount === 0 ? "text-ink-2" : ""}`}
        >
          {name}
        </span>
        {isCurrent && (
          <span className="flex items-center gap-1 text-label text-green-text">
            <Icon name="check" className="size-4" />
            <span>Shown now</span>
          </span>
        )}
        <span className={next ? "mt-1" : "text-ink-2"}>
          {next ? (
            <>
              <span className="block text-small text-ink-2">Next dinner</span>{" "}
              <b className="block font-strong">{next.when}</b> {next.seats}
            </>
          ) : (
            describeNoDate(eventCount)
          )}
        </span>
        <span className="text-small text-ink-2">
          {country && `${country} · `}
          {describeCount(eventCount)}
        </span>
      </span>
      <span aria-hidden="true" className="px-2 text-[1.25rem]">
        →
      </span>
    </a>
  );
}

const describeNoDate = (eventCount: number) =>
  eventCount > 0 ? "None can be booked now" : "We are planning the next ones";

function describeCount(count: number): string {
  if (count === 0) return "no dinners yet";
  return count === 1 ? "1 dinner" : `${count} dinners`;
}

const CitySearch = ({ query }: { query: string }) => (
  <form method="get" className="flex max-w-measure items-end gap-4">
    <input type="hidden" name="city" value="" />
    <div className="grow">
      <Field
        id="city-search"
        label="City or country"
        type="search"
        name="search"
        defaultValue={query}
        maxLength={60}
        autoComplete="off"
      />
    </div>
    <Button size="small">
      <Sign name="search" />
      Search
    </Button>
  </form>
);
