import type { ReactNode } from "react";
import { ButtonLink, buttonClass, QuietLink } from "#app/components/button.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Sign } from "#app/components/icon.tsx";
import { Status } from "#app/components/status.tsx";
import { clubText, isDefaultText } from "#app/lib/club-texts.ts";
import {
  CardCountdown,
  type CardProps,
  cardClass,
  describeExceptions,
  Ends,
  type EventCard,
  findShared,
  isClosed,
  listDiets,
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

export function EventCards({ cards, pages, selectedId, now }: EventCardsProps) {
  const shown = cards.filter((event) => !isClosed(event));
  const closed = cards.filter(isClosed);
  const shared = findShared(shown);
  return (
    <>
      {cards.map(
        (event) => event.line?.href && <LineCard key={event.id} event={event} href={event.line.href} />,
      )}
      {shown.length > 0 && <SharedFacts shared={shared} />}
      <div className={`grid items-start gap-3.5 lg:gap-5 ${shown.length > 1 ? "lg:grid-cols-2" : ""}`}>
        {shown.map((event) => (
          // Text browsers begin a line with a div.
          <div key={event.id} className="grid">
            {event.bookingId ? (
              <BookedCard event={event} shared={shared} now={now} />
            ) : (
              <ChoiceCard event={event} shared={shared} isPreselected={event.id === selectedId} now={now} />
            )}
          </div>
        ))}
      </div>
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

/** What holds for all of the dinners, so that a card says only what is its own. */
const SharedFacts = ({ shared: { diets, isForAll, prices, warning } }: { shared: Shared }) => (
  <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-2 lg:mb-5">
    {warning && (
      <div className="w-full max-w-measure">
        <p className="display text-[1.3125rem]/[1.25] tracking-[-0.008em]">{warning}</p>
        <p className="mt-1.5 text-small text-ink-2">
          Book one anyway: you’re on standby while we look for a restaurant that suits you, and it costs you
          nothing.
        </p>
        <QuietLink href="/dashboard/settings/answers">Change my answer</QuietLink>
      </div>
    )}
    <p className="max-w-measure text-label text-ink-2 lg:text-small">
      You pay for what you eat
      {prices && ` (${prices.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())})`}.
      {clubText("price-now") === "Free" && " Booking is free."}
      {diets.length > 0 && ` Caters for: ${listDiets(diets)}${isForAll ? "" : ", unless it says otherwise"}.`}
    </p>
    <p className="flex items-center gap-2 text-label text-ink-2">
      <svg viewBox="0 0 30 14" width="30" height="14" aria-hidden="true" className="bg-green">
        <path d="M6.5 4v7M15 4v7" className="evening-lit" />
        <path d="M23.5 4v7" className="evening-dark" />
      </svg>
      A window is a seat, a lit one is taken
    </p>
  </div>
);

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
}

function ChoiceCard({ event, shared, isPreselected, now }: ChoiceCardProps) {
  const { id, date, time, warning, evening } = event;
  const exceptions = describeExceptions(event, shared);
  const facts = [date, time, "Available", evening.where, evening.prices, evening.seats, ...exceptions];
  return (
    <label
      className={`${cardClass} cursor-pointer bg-surface hover:border-line-strong has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-ring,var(--color-focus))`}
    >
      <CardBody
        event={event}
        shared={shared}
        state={
          <>
            <Status name="Available" {...(warning && !shared.warning ? { note: "standby" } : {})} />{" "}
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
  /** In the line below everything else. */
  state: ReactNode;
  /** Beside the date. */
  children?: ReactNode;
}

function CardBody({ event, shared, state, children }: CardBodyProps) {
  const { id, date, time, bookingId, evening, warning } = event;
  const exceptions = describeExceptions(event, shared);
  return (
    <>
      <Evening
        evening={evening.drawing}
        isYours={bookingId !== null}
        className={`w-full rounded-t-[2px] ${bookingId ? "" : "aspect-[360/78] group-has-checked:aspect-[360/112]"}`}
      />
      <span className="grid content-start gap-0.5 px-3.5 pt-2.5 pb-2.5 lg:px-5 lg:pt-4 lg:pb-3.5">
        {bookingId && <span className="font-strong text-ink">The red window is yours</span>}{" "}
        <span className="flex items-start justify-between gap-4">
          <span className="display text-[min(1.5rem,8vw)]/[1.2] tracking-[-0.012em] lg:text-[1.625rem]/[1.2]">
            {date}
          </span>{" "}
          {children}
        </span>
        <span className="text-small">
          {time} · {evening.seats}
        </span>{" "}
        {evening.where && <span className="text-small text-ink-2">{evening.where}</span>}{" "}
        {evening.prices && !shared.prices && <b className="text-small font-strong">{evening.prices}</b>}{" "}
        {exceptions.map((exception) => (
          <span key={exception} className="text-label text-saffron-text">
            {exception}
          </span>
        ))}{" "}
        {warning && !shared.warning && (
          <span className="flex gap-1.5 text-label text-saffron-text">
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
      <Ends className="mx-3.5 mt-auto border-t border-line py-2 text-ink-2 lg:mx-5">{state}</Ends>{" "}
    </>
  );
}

/** Unfolds under the chosen dinner. A label has no lists. */
const Terms = ({ event: { id, terms } }: Pick<CardProps, "event">) => (
  <span
    id={`terms-${id}`}
    className="mx-3.5 mb-2 hidden border-t border-line pt-2 text-small group-has-checked:grid lg:mx-5"
  >
    {terms.map(([what, line]) => (
      <Ends key={what} className="py-1">
        <span className="text-ink-2">{what}</span> <span>{line}</span>
      </Ends>
    ))}
  </span>
);

/** Says what the button next to it books. */
function Summary({ event }: Pick<CardProps, "event">) {
  const { date, time, cityBesideTime, warning } = event;
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
    <span className="mx-3.5 pt-1 pb-5 lg:mx-5">
      <span className={buttonClass({ size: "small" }, "bg-surface text-ink")}>See your booking</span>
    </span>
  </a>
);

const LineCard = ({ event: { date, time }, href }: Pick<CardProps, "event"> & { href: string }) => (
  <a
    href={href}
    className="mb-5 grid gap-1 rounded-paper border border-line bg-green-wash p-3.5 transition-colors hover:border-line-strong lg:px-5 lg:py-4"
  >
    <span className="display text-[min(1.5rem,8vw)]/[1.2]">You’re in line</span>{" "}
    <span>
      {date}, {time}
    </span>{" "}
    <span className="text-small underline decoration-1 underline-offset-[0.25em]">See your place</span>
  </a>
);

const JoinLine = ({ event: { id, date } }: Pick<CardProps, "event">) => (
  <button
    type="submit"
    form={lineFormId}
    name="line"
    value={id}
    aria-label={`Tell me if a seat opens on ${date}`}
    className={buttonClass({ size: "small" }, "mt-1.5 text-ink max-lg:whitespace-normal")}
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
    <Card className="flex items-start justify-between gap-4 py-3 text-ink-3">
      <span className="grid grow gap-0.5 text-label">
        <span className="display text-[1.25rem]/[1.2]">{date}</span>{" "}
        <Ends>
          <span>{time}</span> <CardCountdown event={event} now={now} />
        </Ends>{" "}
        <span className={`flex flex-wrap items-center gap-x-3 ${canJoin ? "justify-between" : ""}`}>
          <span className={canJoin ? "sr-only" : "text-small text-ink-2"}>{reason}</span>{" "}
          <Status name={status} isMuted /> {canJoin && <JoinLine event={event} />}
        </span>
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
