import { useActionData, useLoaderData } from "@remix-run/react";
import { Banner, FormError, QuietError } from "#app/components/banner.tsx";
import { UnsuitedNote } from "#app/components/booking/booking-notes.tsx";
import type { BookingWithTimeline } from "#app/components/booking/describe-booking.server.ts";
import { Timeline } from "#app/components/booking/timeline.tsx";
import { ArrowLink, Button, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Sign } from "#app/components/icon.tsx";
import { LaterQuestions } from "#app/components/later-questions.tsx";
import { ShareLink } from "#app/components/share-link.tsx";
import { describePair } from "#app/lib/booking/booking-states.ts";
import { nothingChosen } from "#app/lib/error-messages.ts";
import type { EveningFacts } from "#app/lib/event/evening.ts";
import type { TimelineStop } from "#app/lib/event/timeline.ts";
import type { bookEvent } from "./book-event.server.ts";
import { CityMenu } from "./city-menu.tsx";
import { EventCards, lineFormId } from "./event-cards.tsx";
import type { loadEvents } from "./load-events.server.ts";

type Selection = ReturnType<typeof useLoaderData<typeof loadEvents>>;

/** The screen of /events and, inside the dashboard, of /dashboard/bookings/new. */
export function EventSelection() {
  const selection = useLoaderData<typeof loadEvents>();
  if ("thankYou" in selection) return <ThankYou {...selection.thankYou} />;
  const hasLink = "emptyCity" in selection && selection.emptyCity !== null;
  return (
    <div className="page-width grid justify-items-center pt-3 pb-6 lg:pt-8 lg:pb-12 in-[[data-dashboard]]:justify-items-start in-[[data-dashboard]]:p-0">
      <div className="w-full max-w-240">
        {"cityMenu" in selection ? <CityMenu {...selection.cityMenu} /> : <EventForm {...selection} />}
        {!hasLink && (
          <p className="mt-6">
            <ArrowLink href="/your-city">Not in your city?</ArrowLink>
          </p>
        )}
      </div>
    </div>
  );
}

/** For visitors who turn 18 this year; nobody else is asked. */
export const AgeQuestion = ({ refusal }: { refusal?: string | undefined }) => (
  <fieldset className="grid gap-2 rounded-paper border border-line bg-surface px-5 py-4 lg:px-7">
    <legend className="sr-only">Your age</legend>
    <p className="display text-2">{refusal ? "One tick is missing" : "Have you turned 18?"}</p>
    <p className="max-w-measure text-ink-2">
      {refusal
        ? "Had your 18th birthday? Tick the box. If it’s still to come, we’ll be glad to have you from that day on."
        : "By your year of birth, your 18th birthday is this year. From that day on, you can come to dinner."}
    </p>
    <label
      className={`mt-1 flex min-h-14 cursor-pointer items-center gap-3 rounded-paper border px-4 font-strong has-checked:border-green-text has-checked:bg-green-wash ${refusal ? "border-paprika-text" : "border-line-strong"}`}
    >
      <input type="checkbox" name="adult" value="yes" className="size-5 accent-paprika" />
      Yes, I’m 18 already
    </label>
    {refusal && <QuietError>{refusal}</QuietError>}
  </fieldset>
);

/** The reason is what helps; the words before it are small. */
function BookingFailure({ message }: { message: string }) {
  const [, prefix, reason] = /^(Error creating appointment:) (.+)$/s.exec(message) ?? [];
  if (!prefix || !reason) return message;
  return (
    <>
      <span className="block [font-family:var(--font-text)] text-label tracking-normal text-ink-2">
        {prefix}
      </span>{" "}
      <span className="inline-block first-letter:uppercase">{reason}</span>
    </>
  );
}

const lead = "Which evening is yours?";

/** A street with one lit window. */
const quietEvening = (name: string) => ({ startsAt: 0, hour: 20, districts: [name], seats: 20, taken: 1 });

function EventForm({
  city,
  requestNotice,
  emptyCity,
  pause,
  asksForAge,
  ...list
}: Extract<Selection, { cards: unknown }>) {
  const failure = useActionData<typeof bookEvent>();
  const { eventCount } = list.pages;
  const isChosen = list.selectedId !== undefined;
  const isUnchosen = isChosen && failure?.message === nothingChosen;
  const isTooYoung = isChosen && asksForAge && failure !== undefined && "asksForAge" in failure;
  return (
    <div className="grid gap-3.5 lg:gap-7">
      <header>
        <h1 className="display text-1">Select an Event</h1>
        {eventCount > 0 && <p className="display mt-1.5 text-3 lg:mt-3">{lead}</p>}
        {city && (
          <p className="flex flex-wrap items-center gap-x-3 text-small text-ink-2 lg:mt-2">
            <span>
              Dinners in <b className="font-strong text-ink">{city.name}</b>
            </span>{" "}
            {city.canChange && (
              <a
                href={`?city=&from=${city.slug}`}
                aria-label="Change the city"
                className="inline-flex min-h-target min-w-target items-center text-small text-ink underline underline-offset-[0.3em]"
              >
                Change
              </a>
            )}
          </p>
        )}
        <p className={`text-label tracking-[-0.012em] text-ink-2 ${city ? "" : "mt-2"}`}>
          We found {eventCount} upcoming events for you to choose from:
        </p>
      </header>
      {failure?.message && !isUnchosen && !isTooYoung && (
        <FormError>
          <BookingFailure message={failure.message} />
          {failure.clash && (
            <>
              {" "}
              <a href={failure.clash.path} className="underline underline-offset-2">
                See that booking
              </a>
            </>
          )}
        </FormError>
      )}
      {requestNotice && !failure && <Banner variant="info">{requestNotice}</Banner>}
      <form id={lineFormId} method="post" hidden />
      {eventCount > 0 ? (
        <form
          method="post"
          data-offline="Error creating appointment: no connection. Try again in a moment."
          className="relative grid gap-5"
        >
          {asksForAge && isChosen && <AgeQuestion refusal={isTooYoung ? failure.message : undefined} />}
          <fieldset>
            <legend className="sr-only">Dinners</legend>
            <EventCards {...list} selectedId={isUnchosen ? undefined : list.selectedId} />
          </fieldset>
          <div
            data-dock
            className="fixed inset-x-0 bottom-(--dock,0px) z-5 flex min-h-20 items-center justify-end border-t border-line bg-surface px-gutter pb-[env(safe-area-inset-bottom)] lg:static lg:h-25 lg:rounded-paper lg:border lg:px-7 lg:shadow-card"
          >
            {isUnchosen && (
              <div className="mr-auto grid gap-0.5 pr-2 [&_[role=alert]]:text-[0.8125rem] in-[form:has([name=event]:checked)]:hidden">
                <p className="display text-[min(1rem,4.1vw)]/[1.25] sm:text-[1.1875rem]/[1.25]">
                  Which evening suits you?
                </p>
                <QuietError>{nothingChosen}</QuietError>
              </div>
            )}
            {!isChosen && (
              <p className="mr-auto text-small text-ink-2">None of these dinners can be booked now.</p>
            )}
            <Button
              variant="primary"
              size="large"
              aria-disabled={isChosen ? undefined : true}
              className="min-w-24 in-[form:not(:has([name=event]:checked))]:border-line-strong in-[form:not(:has([name=event]:checked))]:bg-transparent in-[form:not(:has([name=event]:checked))]:text-ink-2 max-lg:min-h-control max-sm:px-6 sm:min-w-32"
            >
              Next
            </Button>
          </div>
        </form>
      ) : (
        <div className="grid justify-items-start gap-4">
          <Evening evening={quietEvening(city?.name ?? "")} className="rounded-paper" />
          <h2 className="display text-2">No dinner{city && ` in ${city.name}`} yet</h2>
          <p className="-mt-2 max-w-measure text-lead text-ink-2">
            {pause
              ? `${pause.because} ${pause.again}`
              : !emptyCity && "There are no dinners to book right now."}
            {emptyCity &&
              `${pause ? " " : ""}If enough people ask, we look for restaurants there, and we write to you once when the first dinner can be booked.`}
          </p>
          <p className="grid gap-3 max-lg:w-full lg:auto-cols-fr lg:grid-flow-col">
            {emptyCity && (
              <ButtonLink variant="primary" href={`/your-city?${new URLSearchParams({ city: emptyCity })}`}>
                Tell me when {emptyCity} has one
              </ButtonLink>
            )}{" "}
            {city?.canChange ? (
              <ButtonLink variant={emptyCity ? "secondary" : "primary"} href={`?city=&from=${city.slug}`}>
                See other cities
              </ButtonLink>
            ) : (
              !emptyCity && <ButtonLink href="/contact">Contact Us</ButtonLink>
            )}
          </p>
        </div>
      )}
    </div>
  );
}

interface ThankYouProps {
  booking: BookingWithTimeline;
  /** With the diner’s own window; null on standby. */
  evening: EveningFacts | null;
  /** Why the pair of the booking can’t sit at one table. */
  obstacle: string | null;
  hasNewQuestions: boolean;
  laterQuestionIds: number[];
  getsReminder: boolean;
  paymentPath: string | null;
  /** "3000 HUF" */
  deposit: string;
  /** Of the dinner, for everybody. */
  sharedUrl: string;
}

function ThankYou({
  booking,
  evening,
  obstacle,
  hasNewQuestions,
  laterQuestionIds,
  getsReminder,
  paymentPath,
  deposit,
  sharedUrl,
}: ThankYouProps) {
  const { date, time, cityBesideTime, status, hasPaidDeposit } = booking;
  return (
    <div className="max-lg:in-[[data-dashboard]]:-mx-gutter">
      <CenteredCard>
        <div className="grid w-full justify-items-center gap-3">
          {evening && <Evening evening={evening} isYours className="mb-2 rounded-paper" />}
          {/* biome-ignore lint/a11y/noAutofocus: it answers the form */}
          <h1 tabIndex={-1} autoFocus className="display max-w-[7em] text-1 outline-none">
            Thank you for booking!
          </h1>
          <p className="display text-3">
            {date}, {time}
            {cityBesideTime && `, ${cityBesideTime}`}
          </p>
          {status === "Pending" && (
            <p className="text-ink-2">You’re on the list.{evening && " The red window is yours."}</p>
          )}
          {booking.pair && !obstacle && <p className="text-ink-2">{describePair(booking.pair)}</p>}
          {obstacle && (
            <p className="text-ink-2">
              {obstacle}{" "}
              <a href={`/bookings/${booking.id}/together`} className="underline underline-offset-[0.22em]">
                Choose
              </a>
            </p>
          )}
          <UnsuitedNote booking={booking} />
          {evening && (
            <p className="mt-2 grid w-full grid-cols-[repeat(auto-fit,minmax(min(8.25rem,100%),1fr))] gap-2.5">
              <ButtonLink
                href={`/dashboard/bookings/${booking.id}/calendar.ics`}
                size="small"
                className="px-2"
              >
                <Sign name="calendar" />
                Calendar
              </ButtonLink>{" "}
              {status === "Pending" && !booking.pair && (
                <ButtonLink href={`/bookings/${booking.id}/together`} size="small" className="px-2">
                  Bring a friend
                </ButtonLink>
              )}
            </p>
          )}
          <section className="mt-2 w-full border-y border-line py-5">
            <h2 className="sr-only">What happens next</h2>
            <Timeline stops={booking.stops.map((stop) => describeStop(stop, getsReminder))} />
          </section>
        </div>
        <ButtonLink
          href="/dashboard"
          variant="primary"
          size="large"
          className="w-full max-lg:whitespace-normal"
        >
          Go to Dashboard
        </ButtonLink>
        <div className="w-full divide-y divide-line border-y border-line text-left">
          {hasPaidDeposit && (
            <p className="py-3 text-small text-ink-2">
              Your deposit of {deposit} is paid.{" "}
              {booking.refundNote ?? "We’ll refund it the day after the dinner."}
            </p>
          )}
          {paymentPath && (
            <div className="pt-3 pb-1">
              <p className="text-small text-ink-2">
                {booking.payBy
                  ? `Pay the deposit of ${deposit} by ${booking.payBy}, to keep your seat. We’ll refund it the day after the dinner.`
                  : `The deposit is optional. Pay ${deposit} now, and we’ll refund it the day after the dinner.`}
              </p>
              <ArrowLink href={paymentPath}>Pay Deposit</ArrowLink>
            </div>
          )}
          {hasNewQuestions && (
            <p className="py-1">
              <ArrowLink href="/quiz">Answer the new questions</ArrowLink>
            </p>
          )}
          {!hasNewQuestions && laterQuestionIds.length > 0 && (
            <div className="py-1">
              <LaterQuestions ids={laterQuestionIds} />
            </div>
          )}
          <details className="py-1">
            <summary className="min-h-target cursor-pointer content-center font-strong">
              Say that you’re going
            </summary>
            <p className="pb-2 text-small text-ink-2">
              In a chat it shows the city and the date, never who comes or where.
            </p>
            <ShareLink address={sharedUrl} label="The link to this dinner" variant="secondary" />
          </details>
        </div>
      </CenteredCard>
    </div>
  );
}

function describeStop(stop: TimelineStop, getsReminder: boolean): TimelineStop {
  if (stop.kind === "dinner" && getsReminder)
    return { ...stop, note: "We will send you a reminder before the appointment." };
  if (stop.kind === "tables made" && stop.when !== "past")
    return { ...stop, note: "With a seat, you see who comes." };
  return stop;
}
