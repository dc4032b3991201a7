import { Sign } from "#app/components/icon.tsx";

interface Person {
  id: string;
  firstName: string;
  lastName: string;
  /** How their table sees them. */
  shownAs: string;
  email: string;
  match: { field: string; from: number; to: number } | null;
  slips: number;
  about: string;
}

export interface FoundPeople {
  typed: string;
  isTooShort: boolean;
  people: Person[];
  hasMore: boolean;
}

export const personHref = (id: string, typed = "") =>
  `/desk/people/${id}${typed && `?${new URLSearchParams({ q: typed })}`}`;

export const PersonMark = ({ name, isLarge }: { name: string; isLarge?: boolean }) => (
  <span
    aria-hidden="true"
    className={`display grid shrink-0 place-items-center rounded-round ${isLarge ? "size-16 bg-green text-[1.75rem]/none text-on-green" : "size-11 bg-sunk text-[1.125rem]/none"}`}
  >
    {[...name][0] ?? "?"}
  </span>
);

/** The people that were found, each a link; the one that is open stands out. */
export function PeopleList({
  found: { typed, isTooShort, people, hasMore },
  openId,
}: {
  found: FoundPeople;
  openId?: string;
}) {
  if (isTooShort) return <p className="text-ink-2">Type two letters or more.</p>;
  if (typed === "") return null;
  if (people.length === 0)
    return (
      <p>
        Nobody like “{typed}”.{" "}
        <span className="text-ink-2">Try fewer letters, or a part of the email address.</span>
      </p>
    );
  return (
    <div>
      <p className="border-b border-ink pb-2.5 text-small">
        <b className="font-strong">
          {hasMore
            ? `The first ${people.length}`
            : people.length === 1
              ? "1 person"
              : `${people.length} people`}
        </b>{" "}
        <span className="text-ink-2">
          for “{typed}”{hasMore ? ": type more letters to see others" : ", accents and slips forgiven"}
        </span>
      </p>
      <ul>
        {people.map((person) => (
          <li key={person.id} className="border-b border-line">
            <a
              href={personHref(person.id, typed)}
              aria-current={person.id === openId ? "page" : undefined}
              className="grid grid-cols-[auto_1fr_auto] items-center gap-3.5 py-3 aria-current:bg-green-wash aria-current:shadow-[inset_3px_0_var(--color-green-text)] lg:px-3 lg:hover:bg-sunk"
            >
              <PersonMark name={person.firstName || person.email} />
              <span className="min-w-0">
                <span className="block wrap-anywhere">
                  <b className="font-strong">
                    <PersonName person={person} />
                  </b>{" "}
                  <span className="text-ink-2">
                    {person.slips > 0
                      ? "close to it"
                      : person.shownAs !== person.firstName && `${person.shownAs} at the table`}
                  </span>
                </span>
                <span className="block text-small wrap-anywhere text-ink-2">
                  <ShortAddress person={person} /> · {person.about}
                </span>
              </span>
              <span aria-hidden="true" className="pr-1 text-[1.25rem]/none text-ink-2">
                ›
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const PersonName = ({ person: { firstName, lastName, match } }: { person: Person }) =>
  firstName || lastName ? (
    <>
      <Marked text={firstName} match={match?.field === "firstName" ? match : null} />{" "}
      <Marked text={lastName} match={match?.field === "lastName" ? match : null} />
    </>
  ) : (
    "No name"
  );

const maxShown = 24;

/** Only what is before the @, unless the search found something after it. */
function ShortAddress({ person: { email, match } }: { person: Person }) {
  const found = match?.field === "email" ? match : null;
  const at = email.indexOf("@") + 1;
  if (found && found.to > at) return <Marked text={email} match={found} />;
  return (
    <>
      {found || at <= maxShown ? (
        <Marked text={email.slice(0, at)} match={found} />
      ) : (
        email.slice(0, maxShown)
      )}
      …
    </>
  );
}

function Marked({ text, match }: { text: string; match: { from: number; to: number } | null }) {
  if (!match) return text;
  return (
    <>
      {text.slice(0, match.from)}
      <mark className="bg-transparent text-inherit underline decoration-paprika decoration-2 underline-offset-4">
        {text.slice(match.from, match.to)}
      </mark>
      {text.slice(match.to)}
    </>
  );
}

/** The search of the page itself; on a desktop it is at the top of each page. */
export const PeopleSearch = ({ typed }: { typed: string }) => (
  <search className="mb-5 block max-w-measure">
    <form
      method="get"
      action="/desk/people"
      className="flex items-center rounded-round border border-line-strong bg-surface pl-5 focus-within:border-ink"
    >
      <input
        type="search"
        name="q"
        data-desk-search
        defaultValue={typed}
        maxLength={100}
        aria-label="A part of a name or an email address"
        placeholder="A name or an address"
        autoComplete="off"
        className="min-h-12 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-3"
      />
      <button
        type="submit"
        aria-label="Search"
        className="grid size-12 shrink-0 cursor-pointer place-items-center"
      >
        <Sign name="search" />
      </button>
    </form>
  </search>
);
