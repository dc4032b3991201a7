import type { ReactNode } from "react";
import { ButtonLink, buttonClass, QuietLink, quietLinkClass } from "#app/components/button.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Sign } from "#app/components/icon.tsx";
import { useVisitor } from "#app/components/page.tsx";
import { Status } from "#app/components/status.tsx";
import { clubText, isDefaultText } from "#app/lib/club-texts.ts";
import {
  CardCountdown,
  type CardProps,
  cardClass,
  Ends,
  type EventCard,
  findShared,
  isClosed,
  type Shared,
} from "./card-parts.tsx";

interface EventPages {
  skippedCount: number;
  eventCount: number;
  earlierPath: string | null;
  laterPath: string | null;
}

interface EventCardsProps {
  cards: EventCard[];
  pages: EventPages;
  selectedId?: string | undefined;
  now: number;
}

/** The later ones unfold when they are chosen. */
const cardCount = 3;

export function EventCards({ cards, pages, selectedId, now }: EventCardsProps) {
  const shown = cards.filter((event) => !isClosed(event));
  const closed = cards.filter(isClosed);
  const shared = findShared(shown);
  const list = (events: EventCard[], isSlim: boolean) => (
    <div className={`grid ${isSlim ? "" : "gap-3.5 lg:gap-5"}`}>
      {events.map((event) => (
        // Text browsers begin a line with a div.
        <div key={event.id} className="grid">
          {event.bookingId ? (
            <BookedCard event={event} shared={shared} now={now} />
          ) : (
            <ChoiceCard
              event={event}
              shared={shared}
              isSlim={isSlim}
              isPreselected={event.id === selectedId}
              now={now}
            />
          )}
        </div>
      ))}
    </div>
  );
  return (
    <>
      {cards.map(
        (event) => event.line?.href && <LineCard key={event.id} event={event} href={event.line.href} />,
      )}
      {shown.length > 0 && list(shown.slice(0, cardCount), false)}
      {shown.length > cardCount && (
        <section className="mt-8">
          <h2 className="border-b border-line pb-2 text-small font-strong">Later dates</h2>
          {list(shown.slice(cardCount), true)}
        </section>
      )}
      {closed.length > 0 && (
        <section className={shown.length > 0 ? "mt-8" : ""}>
          <h2 className="border-b border-line pb-2 text-small font-strong">Can’t be booked now</h2>
          {closed.map((event) => (
            <div key={event.id} className="border-b border-line">
              <ClosedCard event={event} now={now} />
            </div>
          ))}
        </section>
      )}
      <PageLinks pages={pages} shownCount={cards.length} />
    </>
  );
}

function PageLinks({ pages, shownCount }: { pages: EventPages; shownCount: number }) {
  const { skippedCount, eventCount, earlierPath, laterPath } = pages;
  if (!earlierPath && !laterPath) return null;
  return (
    <nav aria-label="More dinners" className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
      {earlierPath && (
        <ButtonLink href={earlierPath} size="small">
          Earlier dinners
        </ButtonLink>
      )}
      <span className="text-small text-ink-2">
        {skippedCount + 1} to {skippedCount + shownCount} of {eventCount}
      </span>
      {laterPath && (
        <ButtonLink href={laterPath} size="small" className="ml-auto">
          Later dinners
        </ButtonLink>
      )}
    </nav>
  );
}

interface ShownCardProps extends CardProps {
  shared: Shared;
}

interface ChoiceCardProps extends ShownCardProps {
  isPreselected: boolean;
  /** A row, until it is chosen. */
  isSlim: boolean;
}

const slimClass =
  "group grid grid-rows-[auto_1fr] border-b border-line has-checked:my-3 has-checked:overflow-hidden has-checked:rounded-paper has-checked:border has-checked:bg-surface lg:has-checked:grid-cols-[19rem_minmax(0,1fr)]";

function ChoiceCard({ event, shared, isPreselected, isSlim, now }: ChoiceCardProps) {
  const { id, date, time, warning, evening } = event;
  const facts = [date, time, "Available", evening.where, evening.prices, evening.seats];
  return (
    <label
      className={`${isSlim ? slimClass : `${cardClass} bg-surface`} cursor-pointer hover:border-line-strong has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-ring,var(--color-focus))`}
    >
      <CardBody
        event={event}
        shared={shared}
        isSlim={isSlim}
        state={
          <>
            <Status name="Available" {...(warning && !shared.hasWarning ? { note: "standby" } : {})} />{" "}
            <CardCountdown event={event} now={now} />
          </>
        }
      >
        <input
          type="radio"
          name="event"
          value={id}
          defaultChecked={isPreselected}
          aria-label={facts.filter(Boolean).join(", ")}
          aria-describedby={warning ? `warning-${id} terms-${id}` : `terms-${id}`}
          className={`${radioClass} ${checkClass}`}
        />
      </CardBody>
      <Terms event={event} />
      <Summary event={event} />
    </label>
  );
}

const radioClass = "size-[1.625rem] shrink-0 appearance-none rounded-round border border-line-strong";

/** A check mark, which looks unlike the dot of a status. */
const checkClass =
  "grid place-items-center outline-none before:hidden before:h-3 before:w-1.5 before:-translate-y-px before:rotate-45 before:border-r-2 before:border-b-2 before:border-on-paprika checked:border-paprika checked:bg-paprika checked:before:block";

interface CardBodyProps extends Omit<ShownCardProps, "now"> {
  isSlim?: boolean;
  /** In the line below everything else. */
  state: ReactNode;
  /** Beside the date. */
  children?: ReactNode;
}

function CardBody({ event, shared, isSlim = false, state, children }: CardBodyProps) {
  const { id, date, time, bookingId, evening, warning } = event;
  return (
    <>
      <Evening
        evening={evening.drawing}
        isYours={bookingId !== null}
        isClose={bookingId !== null}
        className={`w-full lg:aspect-auto lg:h-full lg:min-h-36 ${bookingId ? "lg:row-span-3" : "lg:row-span-2"} ${bookingId ? "" : "aspect-[360/78] group-has-checked:aspect-[360/112] lg:group-has-checked:aspect-auto"} ${isSlim ? "hidden group-has-checked:block" : ""}`}
      />
      <span
        className={`grid content-start gap-0.5 ${isSlim ? "pt-3 pb-1 group-has-checked:px-3.5 lg:group-has-checked:px-6" : "px-3.5 pt-2.5 pb-2.5 lg:px-6 lg:pt-5 lg:pb-4"}`}
      >
        {bookingId && <span className="font-strong text-ink">The red window is yours</span>}{" "}
        <span className="flex items-start justify-between gap-4">
          <span
            className={`grid gap-0.5 ${isSlim ? "lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-5 lg:group-has-checked:grid" : ""}`}
          >
            <span
              className={`display tracking-[-0.012em] ${isSlim ? "text-[min(1.25rem,7vw)]/[1.2] lg:min-w-60" : "text-[min(1.5rem,8vw)]/[1.2] lg:text-[1.875rem]/[1.2]"}`}
            >
              {date}
            </span>{" "}
            <span className="text-small">
              {time} · {evening.seats}
            </span>{" "}
            {evening.where && (
              <span
                className={`text-small text-ink-2 ${isSlim && !shared.dates.includes(date) ? "hidden group-has-checked:block" : ""}`}
              >
                {evening.where}
              </span>
            )}{" "}
            {evening.prices && !shared.prices && (
              <b className="text-small font-strong group-has-checked:hidden">{evening.prices}</b>
            )}
          </span>{" "}
          {children}
        </span>{" "}
        {warning && !shared.hasWarning && (
          <span className="flex gap-1.5 text-label text-saffron-text group-has-checked:hidden">
            <Sign name="alert" className="mt-0.5 size-4" />
            {warning.shortText}
          </span>
        )}
        {warning && (
          <span id={`warning-${id}`} className="sr-only">
            {warning.text} You can book it, but you’ll be on standby, unless we find a restaurant that suits
            you.
          </span>
        )}
      </span>
      <Ends
        className={
          isSlim
            ? "pb-3 text-ink-2 group-has-checked:mx-3.5 lg:group-has-checked:mx-6"
            : "mx-3.5 mt-auto border-t border-line py-2 text-ink-2 lg:mx-6"
        }
      >
        {state}
      </Ends>{" "}
    </>
  );
}

/** Unfolds under the chosen dinner. A label has no lists. */
const Terms = ({ event: { id, terms, warning } }: Pick<CardProps, "event">) => (
  <span
    id={`terms-${id}`}
    className="col-span-full mx-3.5 mb-2.5 hidden gap-1.5 border-t border-line pt-3 text-small group-has-checked:grid lg:mx-6 lg:mb-5 lg:grid-cols-2 lg:gap-x-12 lg:gap-y-2.5 lg:pt-4"
  >
    {warning && (
      <span className="col-span-full grid pb-1.5">
        <span className="display text-[1.1875rem]/[1.3] tracking-[-0.008em]">{warning.text}</span>{" "}
        <span className="max-w-measure text-ink-2">
          Book it anyway: you’re on standby while we look for a restaurant that suits you, and it costs you
          nothing.
        </span>{" "}
        <QuietLink href="/dashboard/settings/answers" className="justify-self-start">
          Change my answer
        </QuietLink>
      </span>
    )}
    {terms.map(([what, line]) => (
      <span key={what} className="flex flex-wrap gap-x-3">
        <span className="w-[5.5rem] shrink-0 text-ink-2">{what}</span>{" "}
        <span className="flex-[1_1_10rem]">{line}</span>
      </span>
    ))}
    <span className="col-span-full pt-1 text-label text-ink-2">A window is a seat, a lit one is taken</span>
  </span>
);

/** Says what the button next to it books. */
function Summary({ event }: Pick<CardProps, "event">) {
  const { date, time, cityBesideTime, warning } = event;
  const isSignedOut = useVisitor()?.isSignedIn === false;
  return (
    <span
      aria-hidden="true"
      data-summary
      className="fixed bottom-[calc(var(--dock,0px)+env(safe-area-inset-bottom))] left-gutter z-6 hidden h-20 max-w-[calc(100%-7rem-2*var(--spacing-gutter))] sm:max-w-[calc(100%-9rem-2*var(--spacing-gutter))] content-center group-has-checked:grid lg:absolute lg:bottom-0 lg:left-7 lg:h-25"
    >
      <span className="display text-[min(1rem,5vw)]/[1.2] tracking-[-0.012em] text-balance sm:text-[min(1.1875rem,4.9vw)]/[1.25] lg:text-[1.5rem]/[1.25]">
        {date}
      </span>{" "}
      <span className="text-[min(0.875rem,4.4vw)]/[1.25] text-ink-2 sm:text-[min(0.9375rem,3.85vw)]/[1.3]">
        {cityBesideTime ? `${time}, ${cityBesideTime}` : time} ·{" "}
        {isDefaultText("price-now") ? (
          <>
            free<span className="max-lg:hidden"> to book</span>
          </>
        ) : (
          clubText("price-now")
        )}
        {warning && ", on standby"}
        {isSignedOut && ", then a 3-minute quiz"}
      </span>
    </span>
  );
}

const BookedCard = ({ event, shared, now }: ShownCardProps) => (
  <a
    href={`/dashboard/bookings/${event.bookingId}`}
    className={`${cardClass} border-green-text bg-green-wash hover:border-ink`}
  >
    <CardBody
      event={event}
      shared={shared}
      state={
        <>
          <Status name="Booked" /> <CardCountdown event={event} now={now} />
        </>
      }
    />
    <span className="mx-3.5 pt-1 pb-5 lg:col-start-2 lg:mx-6">
      <span className={buttonClass({ size: "small" }, "bg-surface text-ink")}>See your booking</span>
    </span>
  </a>
);

const LineCard = ({ event: { date, time }, href }: Pick<CardProps, "event"> & { href: string }) => (
  <a
    href={href}
    className="mb-5 flex items-center justify-between gap-4 rounded-paper bg-green-wash px-3.5 py-3 hover:bg-sunk lg:px-6"
  >
    <span className="min-w-0">
      <span className="display block text-[1.25rem]/[1.2]">You’re in line</span>{" "}
      <span className="text-small">
        {date}, {time}
      </span>
    </span>{" "}
    <span className="text-small underline decoration-1 underline-offset-[0.25em] max-sm:max-w-[5rem]">
      See your place
    </span>
  </a>
);

const JoinLine = ({ event: { id, date } }: Pick<CardProps, "event">) => (
  <button
    type="submit"
    form={lineFormId}
    name="line"
    value={id}
    aria-label={`Tell me if a seat opens on ${date}`}
    className={`${quietLinkClass} text-ink`}
  >
    Tell me if a seat opens
  </button>
);

/** A form of its own, so that Enter in the list never joins a line. */
export const lineFormId = "line";

function ClosedCard({ event, now }: CardProps) {
  const { id, date, time, isOpen, reason, line } = event;
  const status = isOpen ? "Available" : "Sold Out";
  const canJoin = line && !line.href;
  // A label has one control.
  const Card = canJoin ? "div" : "label";
  return (
    <Card className="flex items-start justify-between gap-4 pt-3 pb-2.5 text-ink-3">
      <span className="grid grow gap-0.5 text-label">
        <span className="lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-5">
          <span className="display block text-[1.25rem]/[1.2] lg:min-w-60">{date}</span>{" "}
          <span className="text-small">
            {time} {reason && <span className={canJoin ? "sr-only" : ""}>· {reason}</span>}
          </span>
        </span>{" "}
        <Ends>
          <Status name={status} isMuted /> <CardCountdown event={event} now={now} />
        </Ends>{" "}
        {canJoin && (
          <span>
            <JoinLine event={event} />
          </span>
        )}
      </span>{" "}
      <input
        type="radio"
        name="event"
        value={id}
        disabled
        aria-label={[date, time, status, reason].filter(Boolean).join(", ")}
        className="sr-only"
      />
    </Card>
  );
}
