import type { ReactNode } from "react";
import { findUnmetNeed } from "#app/components/booking/booking-notes.tsx";
import {
  AskedAlong,
  DepositDue,
  DirectionsLink,
  FeedbackLink,
  isAskedAlong,
  OnFoot,
  PartyBefore,
  SharedLead,
  TableTicket,
  YourWindow,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView, BookingWithTimeline } from "#app/components/booking/describe-booking.server.ts";
import { type NextDinner, NextDinners } from "#app/components/booking/next-dinners.tsx";
import { TableScene } from "#app/components/booking/table-scene.tsx";
import { Timeline } from "#app/components/booking/timeline.tsx";
import { QuietLink } from "#app/components/button.tsx";
import { Section } from "#app/components/card.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Party, type PartyMember, PlateDrawing, WaitingDrawing } from "#app/components/party.tsx";
import { Status } from "#app/components/status.tsx";
import { LogoMark } from "#app/components/table-drawing.tsx";
import { VenuePicture } from "#app/components/venue-picture.tsx";
import { pendingExplanation } from "#app/lib/booking/booking-states.ts";
import { standbyAtFirst } from "#app/lib/booking/standby-reasons.ts";
import type { EveningView } from "#app/lib/event/evening.ts";
import {
  AfterTheDinner,
  AtTheRestaurant,
  BeforeTheTables,
  NoShowNote,
  PairNote,
} from "./details-by-state.tsx";
import { AnswersLink, DrawnFacesNote, describeCompany } from "./dinner-page.tsx";

interface BookingDetailsProps {
  booking: BookingWithTimeline;
  evening: EveningView;
  /** To book after this one, or instead of it. */
  nextDinners: NextDinner[];
  /** Why the pair of the booking can’t sit at one table. */
  obstacle: string | null;
  /** Clockwise from the viewer. */
  party: PartyMember[];
  shares: string[];
  /** Answers that the viewer shares with somebody at the table. */
  company: string[];
  hasReceipt: boolean;
  isFirstVisit: boolean;
  /** The viewer said so, or the host saw them. */
  wasHere: boolean;
}

export function BookingDetails({
  booking,
  evening,
  nextDinners,
  obstacle,
  party,
  shares,
  company,
  hasReceipt,
  isFirstVisit,
  wasHere,
}: BookingDetailsProps) {
  const { id, place, isActive, isNoShow, unsuited, standby, feedback } = booking;
  const isAsked = place !== null && feedback.isOpen && !feedback.isAnswered;
  const isAlone = party.every(({ isYou }) => isYou);
  const unmet = findUnmetNeed(booking);
  const hasNext = nextDinners.length > 0;
  const hasDrawing = place !== null || isActive || booking.status === "Canceled";
  const inCommon = isNoShow ? [] : [...company.map(describeCompany), ...shares];
  const isOnList = isActive && !place && !standby;
  const isSeated = isActive && place !== null;
  const you = party.find(({ isYou }) => isYou);
  const thanks = wasHere && you ? `Thank you for coming, ${you.firstName}` : null;
  const next = hasNext && (
    <NextDinners
      dinners={nextDinners}
      isPrimary={isActive ? unmet !== null && !booking.payBy : !isAsked}
      isWide={!unmet}
      areSuited={isActive}
      hasPriority={standby && !unmet ? "if unseated" : standby !== null || booking.hasPriority}
    />
  );
  return (
    <div className="@container">
      <div
        className={`grid gap-x-14 gap-y-6 ${hasDrawing ? "@min-[50rem]:grid-cols-2 @min-[50rem]:grid-rows-[auto_1fr] @min-[64rem]:grid-cols-[34rem_1fr]" : ""}`}
      >
        <Heading booking={booking} isFirst={!hasDrawing} thanks={thanks}>
          {isOnList && booking.payBy && !unsuited && <DepositDue booking={booking} />}
          {isAskedAlong(booking) && <AskedAlong booking={booking} />}
          {booking.pair && !isAskedAlong(booking) && (
            <PairNote id={id} pair={booking.pair} obstacle={obstacle} isOnStandby={standby !== null} />
          )}
          {isAsked && (
            <p className="display text-2 text-balance">
              {isAlone ? "How was it?" : "Who would you like to meet again?"}
            </p>
          )}
          {place && !isActive && !isNoShow && !isAsked && !thanks && party.length > 1 && (
            <p className="display text-3">That was your table.</p>
          )}
        </Heading>
        {hasDrawing && (
          <div
            className={`@container grid @min-[50rem]:col-start-1 @min-[50rem]:row-span-2 @min-[50rem]:row-start-1 ${place ? "" : "@min-[50rem]:content-start"} ${unmet ? "@max-[50rem]:-order-1" : ""}`}
          >
            <Drawing
              booking={booking}
              evening={evening}
              party={party}
              lead={isSeated ? inCommon[0] : undefined}
              isFirstVisit={isFirstVisit}
            />
          </div>
        )}
        <div className={`grid content-start gap-5 ${hasDrawing ? "@min-[50rem]:col-start-2" : ""}`}>
          {isSeated && (
            <>
              <TableTicket place={place} />
              <DirectionsLink place={place} size="large" />
            </>
          )}
          {isAsked && (
            <div className="grid gap-3">
              <FeedbackLink booking={booking} variant="primary" size="large" asksWho={!isAlone} />
              {!isAlone && (
                <p className="text-small text-ink-2">We’ll tell them only if they say the same.</p>
              )}
            </div>
          )}
          {!place && (
            <BeforeTheTables
              booking={booking}
              evening={evening}
              suitedOn={nextDinners[0]?.date}
              hasNext={hasNext}
            >
              {unmet && next}
            </BeforeTheTables>
          )}
          {place && isActive && <AtTheRestaurant booking={booking} place={place} />}
          {place && !isActive && (
            <AfterTheDinner booking={booking} isAlone={isAlone} hasNext={hasNext}>
              {inCommon.length > 0 && <InCommon sentences={inCommon} isPast />}
            </AfterTheDinner>
          )}
          {isOnList && !unsuited && (
            <div className="mt-4 grid gap-9">
              <WhatHappens booking={booking} />
              <Section title="And if you can’t be seated?">
                <p className="mt-3 max-w-measure text-small text-ink-2">{standbyAtFirst}</p>
              </Section>
            </div>
          )}
        </div>
        {isSeated && (
          <>
            <div className="grid content-start gap-6 @max-[50rem]:mt-3">
              {inCommon.length > 1 && <InCommon sentences={inCommon.slice(1)} />}
              <HelpCard />
              <DrawnFacesNote faces={party} />
            </div>
            <div className="grid content-start gap-9 @max-[50rem]:mt-3">
              {place.onFoot && <OnFoot place={place} />}
              <WhatHappens booking={booking} />
            </div>
          </>
        )}
      </div>
      {!unmet && next && <div className="mt-9 @min-[50rem]:mt-12">{next}</div>}
      {(isOnList && !unsuited) || hasReceipt ? (
        <p className="mt-6 flex flex-wrap gap-x-7 border-t border-line pt-3">
          {isOnList && !unsuited && <AnswersLink />}
          {hasReceipt && (
            <QuietLink href={`/dashboard/bookings/${id}/receipt`}>How the tables were made</QuietLink>
          )}
        </p>
      ) : null}
    </div>
  );
}

const HelpCard = () => (
  <a
    href="/contact#answers"
    className="flex items-center justify-between gap-4 rounded-paper bg-saffron-wash px-5 py-4 hover:bg-sunk"
  >
    <span className="grid">
      <span className="display text-3">Late, lost, or nobody talks?</span>{" "}
      <span className="text-small text-ink-2">Here’s what to do</span>
    </span>
    <span aria-hidden="true" className="text-[1.5rem]">
      →
    </span>
  </a>
);

const InCommon = ({ sentences, isPast = false }: { sentences: string[]; isPast?: boolean }) => (
  <Section title={isPast ? "What your table had in common" : "What else your table has in common"}>
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence} className="grid grid-cols-[1.5rem_1fr] gap-4 border-b border-line py-3">
          <LogoMark className="mt-0.5 size-5 text-green-text [--you:currentColor]" />
          <span className="display text-[1.125rem]/[1.35]">{sentence}</span>
        </li>
      ))}
    </ul>
  </Section>
);

const WhatHappens = ({ booking }: { booking: BookingWithTimeline }) => (
  <Section title="What happens when">
    <div className="mt-5">
      <Timeline stops={booking.stops} />
    </div>
  </Section>
);

interface HeadingProps {
  booking: BookingView;
  isFirst: boolean;
  /** Instead of the restaurant’s name, in the hours after the dinner. */
  thanks: string | null;
  /** What the diner should do before anything else. */
  children: ReactNode;
}

function Heading({ booking, isFirst, thanks, children }: HeadingProps) {
  const { place, cityBesideTime, district, date, time, daysAway, status, isActive, isNoShow, standby } =
    booking;
  return (
    <header className={`grid content-start gap-2 ${isFirst ? "" : "@min-[50rem]:col-start-2"}`}>
      <h2
        className={`display tracking-[-0.022em] ${
          place
            ? "text-[min(clamp(2.25rem,1.65rem+3vw,4rem),12.5vw)]/[1.02]"
            : "text-[min(clamp(2rem,1.6rem+2vw,3.25rem),11.5vw)]/[1.06]"
        }`}
      >
        {thanks ?? place?.name ?? booking.title}
      </h2>
      {(place?.address || district) && (
        <p className="text-lead text-ink-2">
          {thanks && (
            <>
              {place?.name}
              <br />
            </>
          )}
          {place?.address}
          {place?.address && district && <br />}
          {district}
        </p>
      )}
      {place?.photo && <VenuePicture photo={place.photo} className="my-1 h-30 @min-[50rem]:h-44" />}
      <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-lead">
        <span>
          {date}, {time}
          {!place && cityBesideTime && ` in ${cityBesideTime}`}
          {isActive && daysAway && (
            <>
              {" "}
              <span className="whitespace-nowrap">· {daysAway}</span>
            </>
          )}
          {place && !isActive && (
            <>
              {" "}
              <span className="whitespace-nowrap">· Table {place.tableNumber}</span>
            </>
          )}
        </span>
        {isActive && (
          <span title={status === "Pending" ? pendingExplanation : undefined}>
            <Status name={status} note={standby ? "on standby" : undefined} />
          </span>
        )}
      </p>
      {isNoShow && <NoShowNote id={booking.id} />}
      <div className="mt-2 grid gap-4 empty:hidden">{children}</div>
    </header>
  );
}

interface DrawingProps {
  booking: BookingWithTimeline;
  evening: EveningView;
  party: PartyMember[];
  /** What the table has in common. */
  lead: string | undefined;
  isFirstVisit: boolean;
}

/** Before the tables are made, one seat is the diner's, and of the others only a friend's is known. */
function Drawing({ booking, evening, party, lead, isFirstVisit }: DrawingProps) {
  const { place, standby, isPast, isNoShow } = booking;
  const [you] = party;
  if (place)
    return (
      <div className="party-room floor grid place-items-center content-center gap-2 rounded-paper px-2 max-lg:rounded-none py-6 @min-[30rem]:min-h-152">
        <Party
          members={party}
          tableNumber={isPast ? null : place.tableNumber}
          {...(isPast ? { freeSeat: "" } : {})}
          isWithoutYou={isNoShow}
          className={`party-large ${isFirstVisit ? "party-revealed" : ""}`}
        />
        {lead && <SharedLead>{lead}</SharedLead>}
      </div>
    );
  if (booking.status === "Canceled") return <TableScene />;
  const unmet = findUnmetNeed(booking);
  if (unmet)
    return (
      <PlateDrawing
        label={unmet.named}
        className="party-room rounded-paper max-lg:rounded-none @min-[30rem]:min-h-120"
      />
    );
  if (standby && you)
    return (
      <div className="party-room floor grid place-items-center rounded-paper max-lg:rounded-none py-6 [--queue-unit:1rem] @min-[30rem]:min-h-120 @min-[30rem]:[--queue-unit:1.625rem]">
        <WaitingDrawing you={you} />
      </div>
    );
  return (
    <div className="party-room floor overflow-hidden rounded-paper max-lg:rounded-none">
      <div aria-hidden="true" className="grid place-items-center px-2 pt-6 pb-5 @min-[30rem]:min-h-128">
        <PartyBefore party={party} booking={booking} className="party-large" />
      </div>
      <div className={booking.pair ? "max-lg:hidden" : ""}>
        <Evening evening={evening.drawing} isYours />
        <YourWindow evening={evening} />
      </div>
    </div>
  );
}
