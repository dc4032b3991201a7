import type { ReactNode } from "react";
import { Button, ButtonLink, buttonClass, QuietLink, quietLinkClass } from "#app/components/button.tsx";
import { Section } from "#app/components/card.tsx";
import { Sign } from "#app/components/icon.tsx";
import { Party, type PartyMember } from "#app/components/party.tsx";
import { type DepositStatus, describePair, describeRefusal } from "#app/lib/booking/booking-states.ts";
import type { EveningView } from "#app/lib/event/evening.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import { unbroken } from "#app/lib/price.ts";
import { club } from "#club";
import type { BookingView } from "./describe-booking.server.ts";

type Place = NonNullable<BookingView["place"]>;

interface ActionsProps {
  /** As wide as the page. */
  main?: ReactNode;
  /** One or two buttons. */
  others?: ReactNode;
  links?: ReactNode;
  note?: ReactNode;
}

/** What a diner can do with a booking, in the same order everywhere. */
export const Actions = ({ main, others, links, note }: ActionsProps) => (
  <div className="grid gap-3">
    {main && <div className="grid">{main}</div>}
    {others && (
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 empty:hidden *:px-3!">
        {others}
      </div>
    )}
    {links && <div className="flex flex-wrap items-center gap-x-7">{links}</div>}
    {note}
  </div>
);

interface DirectionsLinkProps {
  place: Place;
  variant?: "primary" | "secondary" | "light" | "quiet";
  size?: "medium" | "large";
  className?: string;
}

export const DirectionsLink = ({ place, variant = "primary", size, className }: DirectionsLinkProps) => (
  <a
    href={place.mapsLink}
    target="_blank"
    rel="noreferrer"
    className={variant === "quiet" ? quietLinkClass : buttonClass({ variant, size }, className)}
  >
    {variant === "light" && <Sign name="pin" />}
    Get Directions <span className="sr-only">(opens a new tab)</span>
  </a>
);

interface CalendarLinkProps extends Pick<DirectionsLinkProps, "className" | "size"> {
  id: string;
  variant?: "primary";
}

export const CalendarLink = ({ id, variant, size, className }: CalendarLinkProps) => (
  <ButtonLink
    href={`/dashboard/bookings/${id}/calendar.ics`}
    variant={variant}
    size={size}
    className={className}
  >
    <Sign name="calendar" />
    Calendar
  </ButtonLink>
);

export const CallLink = ({ phone }: { phone: string }) => (
  <ButtonLink href={telephoneLink(phone)}>
    <Sign name="phone" />
    Call<span className="sr-only"> the restaurant</span>
  </ButtonLink>
);

/** Shows the number and the name to say at the restaurant. */
export const TableTicket = ({ place }: { place: Place }) => (
  <dl className="grid grid-cols-[auto_1fr] rounded-paper border border-line bg-surface">
    <div className="border-r border-line px-5 py-4">
      <dt className="text-label text-ink-2">Table</dt>
      <dd className="display figures text-[3.25rem]/none tracking-[-0.02em]">{place.tableNumber}</dd>
    </div>
    <div className="px-5 py-4">
      <dt className="text-label text-ink-2">Reserved for</dt>
      <dd className="display text-[1.75rem]/[1.15] tracking-[-0.02em]">{club.name}</dd>
      <dd className="text-label text-ink-2">That’s the name on the reservation.</dd>
    </div>
  </dl>
);

interface DepositLinkProps {
  bookingId: string;
  /** "Friday, November 27" */
  date: string;
  deposit: DepositStatus;
  /** The time until which the seat waits for the deposit, if it does. */
  payBy?: string | null;
}

const linkTexts: Record<DepositStatus, string> = {
  "to pay": "Pay Deposit",
  paid: "Deposit paid · refundable",
  refunding: "Refund on its way",
  refunded: "Deposit refunded",
  kept: "Deposit kept",
  disputed: "Deposit disputed",
};

export const DepositLink = ({ bookingId, date, deposit, payBy }: DepositLinkProps) => (
  <span>
    <QuietLink href={`/payment?booking=${bookingId}`} aria-label={`${linkTexts[deposit]}, ${date}`}>
      {linkTexts[deposit]}
    </QuietLink>
    {payBy && <span className="text-small"> by {payBy}, to keep your seat</span>}
  </span>
);

export const OwnDepositLink = ({ booking: { id, date, deposit } }: { booking: BookingView }) =>
  deposit && <DepositLink bookingId={id} date={date} deposit={deposit} />;

/** For when the seat is kept only until the deposit is paid. */
const PayDepositButton = ({ booking: { id, date } }: { booking: BookingView }) => (
  <ButtonLink
    href={`/payment?booking=${id}`}
    variant="primary"
    size="large"
    aria-label={`Pay Deposit, ${date}`}
  >
    Pay Deposit
  </ButtonLink>
);

interface DepositDueProps {
  booking: BookingView;
  /** Where the page doesn’t say it above. */
  hasTitle?: boolean;
}

/** What keeps the seat, with the button under it. */
export const DepositDue = ({ booking, hasTitle = false }: DepositDueProps) => (
  <div className="grid max-w-measure gap-3">
    {hasTitle && <p className="display text-3">{booking.titleBelowDate}</p>}
    <p>
      <b className="font-strong">{`We hold your seat until ${booking.payBy}.`}</b>{" "}
      {`Pay the deposit by then, to keep it. You get the ${unbroken(booking.depositAmount)} back the day after the dinner, unless you didn’t come.`}
    </p>
    <PayDepositButton booking={booking} />
    <p className="text-label text-ink-2">It’s there so that no seat at your table stays empty.</p>
  </div>
);

export const isAskedAlong = ({ pair, standby, unsuited, payBy }: BookingView) =>
  pair !== null && !pair.hasAgreed && !standby && !unsuited && !payBy;

/** The question of somebody who would like to share a table, and what a yes means. */
export const AskedAlong = ({ booking: { id, pair } }: { booking: BookingView }) =>
  pair && (
    <form
      method="post"
      action={`/bookings/${id}/together`}
      className="grid gap-3 rounded-paper bg-green-wash px-5 pt-4 pb-5"
    >
      <p className="display text-3">{describePair(pair)}</p>
      <p className="text-small">
        You sit together only if you both say yes. You then both get seats at one table, or you’re both on
        standby.
      </p>
      <p className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3 *:px-3!">
        <Button variant="primary" name="answer" value="yes">
          Yes, one table
        </Button>{" "}
        <Button name="answer" value="no">
          No, thanks
        </Button>
      </p>
      <p className="text-label text-ink-2">{describeRefusal(pair.firstName)}</p>
    </form>
  );

interface DepositLineProps {
  bookingId: string;
  date: string;
  deposit: DepositStatus | null;
  /** What went back of it by hand, and why. */
  refundNote?: string | null;
}

export const DepositLine = ({ deposit, refundNote, ...booking }: DepositLineProps) =>
  deposit && (
    <p>
      <DepositLink {...booking} deposit={deposit} />
      {refundNote && <span className="block text-small text-ink-2">{refundNote}</span>}
    </p>
  );

interface FeedbackLinkProps {
  booking: BookingView;
  variant?: "primary" | "dark";
  size?: "small" | "large";
  /** The page asks above it who they would like to meet again. */
  asksWho?: boolean;
}

export function FeedbackLink({
  booking: { id, date, feedback },
  variant = "dark",
  size = "small",
  asksWho = false,
}: FeedbackLinkProps) {
  const href = `/bookings/${id}/feedback`;
  if (!feedback.isAnswered)
    return (
      feedback.isOpen && (
        <ButtonLink
          href={href}
          variant={variant}
          size={size}
          aria-label={asksWho ? `Choose who, ${date}` : `How was it on ${date}?`}
          className={size === "small" ? "justify-self-start" : ""}
        >
          {asksWho ? "Choose who" : "How was it?"}
        </ButtonLink>
      )
    );
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-small">
      <span className="inline-flex items-center gap-1.5">
        <Sign name="check" className="size-4" />
        Answered
      </span>
      {feedback.isOpen && (
        <QuietLink href={href} className="text-ink" aria-label={`Change your answers about ${date}`}>
          Change
        </QuietLink>
      )}
    </p>
  );
}

/** Nobody has to remember on the evening itself. */
export const OpensNote = ({ booking: { feedback }, isAlone = false }: OpensNoteProps) =>
  feedback.opens && (
    <p>
      {feedback.opens}, you can tell us {isAlone ? "how it was" : "who you’d like to meet again"}.
    </p>
  );

interface OpensNoteProps {
  booking: BookingView;
  isAlone?: boolean;
}

/** A table that isn’t made: a friend who comes along sits next to the viewer, and so may somebody who hasn’t agreed yet. */
export const PartyBefore = ({ party, booking: { friend, pair }, className }: PartyBeforeProps) => (
  <Party
    members={friend ? [...party.slice(0, 1), friend] : party}
    tableNumber={null}
    freeSeat=""
    hopedFor={friend ? null : pair?.firstName}
    className={className}
  />
);

interface PartyBeforeProps {
  /** The viewer alone. */
  party: PartyMember[];
  booking: BookingView;
  className?: string;
}

/** How to read the street above it. */
export function YourWindow({ evening }: { evening: EveningView }) {
  const others = evening.drawing.taken - 1;
  return (
    <p className="px-4 pt-3 pb-4 text-center text-small text-balance">
      <b className="display block text-3 font-normal">The red window is yours.</b>{" "}
      {others > 0
        ? `${others} ${others === 1 ? "other is" : "others are"} on the list, too.`
        : "You’re the first on this street."}
    </p>
  );
}

/** The first that a table has in common, on the green below its faces. */
export const SharedLead = ({ children }: { children: string }) => (
  <p className="display mx-auto max-w-96 px-3 pb-3 text-center text-3 text-balance">{children}</p>
);

/** The first that a table has, or had, in common. */
export const SharedSentence = ({ children }: { children: string }) => (
  <blockquote className="display border-l-3 border-line-strong pl-4 text-3">{children}</blockquote>
);

export const MutualSentence = ({ mutual }: Pick<BookingView, "mutual">) =>
  mutual.map((other, i) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list is rendered once
      key={`${i} ${other.toldOn}`}
      className="mt-1 grid rounded-paper bg-green-wash px-4 pt-3 pb-1.5 text-ink"
    >
      <p className="font-strong text-green-text">You and {other.firstName} would both like to meet again</p>
      <MeetAgainLinks other={other} />
    </div>
  ));

const MeetAgainLinks = ({
  other: { firstName, writeHref, mayAskAgain },
}: {
  other: BookingView["mutual"][number];
}) =>
  mayAskAgain && (
    <p className="flex flex-wrap gap-x-6">
      {writeHref && <QuietLink href={writeHref}>Write to {firstName}</QuietLink>}
      <QuietLink href="/dashboard/bookings/new" aria-label={`Book the next one together with ${firstName}`}>
        Book the next one together
      </QuietLink>
    </p>
  );

/** Used on the page of a booking, whose top asks how the dinner was. */
export function DayAfter({ booking }: { booking: BookingView }) {
  const { mutual, feedback } = booking;
  if (mutual.length === 0 && !feedback.isAnswered) return null;
  return (
    <Section title="The day after">
      <div className="mt-3 grid gap-3">
        {feedback.isAnswered && <FeedbackLink booking={booking} />}
        {mutual.map((other) => {
          const { firstName, contact, toldOn, wantsSameTable, writeHref } = other;
          return (
            <div
              key={`${firstName} ${contact}`}
              className="grid gap-1 rounded-paper bg-green-wash px-4 py-3.5"
            >
              <p className="font-strong">You and {firstName} would both like to meet again</p>
              {contact ? (
                <p>
                  {firstName}:{" "}
                  <span className="display text-[1.25rem]/[1.3] wrap-anywhere select-all">{contact}</span>
                </p>
              ) : (
                <p className="text-small text-ink-2">Their contact is in our email of {toldOn}.</p>
              )}
              {wantsSameTable && <p className="text-small text-ink-2">You can be seated together again.</p>}
              <MeetAgainLinks other={other} />
              {writeHref && (
                <p className="text-label text-ink-2">
                  “Write” opens your own email with a first line. Change it as you like.
                </p>
              )}
            </div>
          );
        })}
      </div>
    </Section>
  );
}

/** The way from the last corner, in words. */
export const OnFoot = ({ place: { onFoot } }: { place: { onFoot: string | null } }) =>
  onFoot && (
    <Section title="The last bit on foot">
      <ol>
        {onFoot.split(/[;\n]/).map((step, i) => (
          <li key={step} className="grid grid-cols-[1.75rem_1fr] border-b border-line py-3">
            <span className="display text-[1.25rem]/[1.35] text-ink-2">{i + 1}</span>
            <span>{step.trim()}</span>
          </li>
        ))}
      </ol>
    </Section>
  );
