import type { ReactNode } from "react";
import { Button, buttonClass, QuietLink, quietLinkClass } from "#app/components/button.tsx";
import { Section } from "#app/components/card.tsx";
import { Field } from "#app/components/field.tsx";
import { Icon, Sign } from "#app/components/icon.tsx";
import { lateMinutes } from "#app/lib/booking/booking-states.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import type { DinnerDiner, DinnerView } from "./describe-dinner.server.ts";

/** Lists what the viewer can say. The forms are plain, so that they work on any phone. */
export function DinnerActions({ dinner }: { dinner: DinnerView }) {
  const { can, ownState, lateFrom, checkInFrom } = dinner;
  const isLate = ownState === "late";
  return (
    <div className="grid gap-4">
      {can.say && <LateForm dinner={dinner} />}
      {!can.checkIn && (
        <p className="text-small text-ink-2">
          {can.say
            ? `From ${checkInFrom}, tell us here when you’ve arrived.`
            : `From ${lateFrom}, tell us here if you’re running late, and from ${checkInFrom}, when you’ve arrived.`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-6">
        {can.say && isLate && (
          <button type="submit" form="late" name="say" value="on time" className={quietLinkClass}>
            I’m on time after all
          </button>
        )}{" "}
        <NotComing dinner={dinner} />
      </div>
    </div>
  );
}

function LateForm({ dinner: { id, hasHost, ownState, ownLateMinutes } }: { dinner: DinnerView }) {
  const isLate = ownState === "late";
  const said = isLate
    ? `Your table${hasHost ? " and the host know" : " knows"} that you’ll be about ${ownLateMinutes} minutes late.`
    : `Your table${hasHost ? " and the host see" : " sees"} it, and we tell them by email.`;
  return (
    <form id="late" method="post" action={`/dashboard/bookings/${id}`} data-said="">
      <input type="hidden" name="say" value="late" />
      <fieldset>
        <legend className={isLate ? "text-label text-ink-2" : "mb-2.5 font-strong"}>
          {isLate ? "You’re running late" : "I’m running late"}
        </legend>
        {isLate && (
          <p className="mb-3">
            <span className="display block text-2">No harm done.</span> {said}
          </p>
        )}
        <div className="grid grid-cols-3 gap-2.5">
          {lateMinutes.map((minutes) => {
            const isChosen = isLate && minutes === ownLateMinutes;
            return (
              <button
                key={minutes}
                type="submit"
                name="minutes"
                value={minutes}
                aria-pressed={isChosen}
                className={buttonClass(
                  { size: "small" },
                  `min-h-12! px-1! ${isChosen ? "border-ink! bg-saffron-wash text-saffron-text" : ""}`,
                )}
              >
                {isChosen && <Sign name="clock" className="size-4" />}
                {`${minutes} min `}
              </button>
            );
          })}
        </div>
        {!isLate && <p className="mt-2 text-label text-ink-2">{said}</p>}
      </fieldset>
    </form>
  );
}

/** Once the dinner has begun, only the restaurant can still help. */
function NotComing({ dinner: { id, can, place } }: { dinner: DinnerView }) {
  if (!can.cancel)
    return (
      place.phone && (
        <p className="text-small text-ink-2">
          Can’t come after all? Call {place.name}:{" "}
          <a
            href={telephoneLink(place.phone)}
            className="whitespace-nowrap text-ink underline underline-offset-[0.25em]"
          >
            {place.phone}
          </a>
        </p>
      )
    );
  return (
    <QuietLink href={`/dashboard/bookings/${id}/cancel`}>
      {can.say ? "I can’t come" : "Cancel booking"}
    </QuietLink>
  );
}

interface MissingDinersProps {
  dinner: DinnerView;
  /** The form was sent with nobody chosen. */
  isAsked: boolean;
}

/** Appears a quarter of an hour after the start. Who says that they are there is asked about last. */
export function MissingDiners({ dinner: { id, can, diners, ownState }, isAsked }: MissingDinersProps) {
  const mates = diners.filter(({ isYou, state }) => !isYou && state !== "can't come");
  const reported = mates.filter(({ isReportedMissing }) => isReportedMissing);
  // Somebody who is not there can't know who is.
  const offered = mates.filter(
    ({ isReportedMissing, isSeenHere }) => ownState === "here" && !isReportedMissing && !isSeenHere,
  );
  const [checkedIn = [], expected = []] = [true, false].map((isHere) =>
    offered.filter(({ state }) => (state === "here") === isHere),
  );
  if (!can.reportMissing || reported.length + offered.length === 0) return null;
  return (
    <section>
      <Fold title="Is somebody missing?" isOpen={isAsked || reported.length > 0}>
        <div className="grid gap-3 pt-1">
          {expected
            .filter(({ state }) => state === "late")
            .map((diner) => (
              <p key={diner.bookingId}>
                {diner.firstName} will be about {diner.lateMinutes} minutes late.
              </p>
            ))}
          <p className="text-small text-ink-2">
            Go ahead and order. If you tell us who’s missing, nobody at your table sees it, and your word
            alone doesn’t decide.
          </p>
          {reported.map((diner) => (
            <ReportedDiner key={diner.bookingId} bookingId={id} diner={diner} />
          ))}
          {offered.length > 0 && (
            <form method="post" action={`/dashboard/bookings/${id}`} className="grid gap-3">
              <input type="hidden" name="say" value="missing" />
              <fieldset className="grid min-w-0 gap-3">
                <legend className="sr-only">Who is missing?</legend>
                {expected.length > 0 && <DinerChoices diners={expected} />}
                {checkedIn.length > 0 && (
                  <details>
                    <summary className="min-h-target cursor-pointer content-center text-small">
                      Does somebody say they’re here who isn’t?
                    </summary>
                    <DinerChoices diners={checkedIn} />
                  </details>
                )}
              </fieldset>
              <Button size="small" className="w-full">
                Report as missing
              </Button>
            </form>
          )}
        </div>
      </Fold>
    </section>
  );
}

interface FoldProps {
  title: string;
  isOpen: boolean;
  children: ReactNode;
}

const Fold = ({ title, isOpen, children }: FoldProps) => (
  <details open={isOpen || undefined} className="group border-b border-line">
    <summary className="flex min-h-target cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
      <h3 className="text-small font-strong">{title}</h3>
      <Icon name="plus" className="size-5 text-ink-2 group-open:rotate-45" />
    </summary>
    <div className="pb-5">{children}</div>
  </details>
);

const DinerChoices = ({ diners }: { diners: DinnerDiner[] }) => (
  <div className="flex flex-wrap gap-2.5">
    {diners.map(({ bookingId, firstName, state }) => (
      <label
        key={bookingId}
        className="inline-flex min-h-12 max-w-full cursor-pointer items-center gap-2.5 rounded-round border border-line-strong px-4.5 has-checked:border-ink has-checked:bg-sunk"
      >
        <input type="checkbox" name="mate" value={bookingId} className="size-4.5 shrink-0 accent-ink" />
        <span>
          {firstName}
          {state === "here" && <span className="text-ink-2"> · says they’re here</span>}
        </span>
      </label>
    ))}
  </div>
);

function ReportedDiner({ bookingId, diner }: { bookingId: string; diner: DinnerDiner }) {
  const { firstName, state } = diner;
  return (
    <form
      method="post"
      action={`/dashboard/bookings/${bookingId}`}
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2"
    >
      <p>
        You told us that {firstName} is missing{state === "here" && ", and they say they’re here"}.
      </p>
      <input type="hidden" name="say" value="found" />
      <input type="hidden" name="mate" value={diner.bookingId} />
      <Button size="small">{firstName} is here</Button>
    </form>
  );
}

/** What was typed, if it is no number. */
export type RefusedPhone = { phone: string; phoneError: string } | undefined;

interface PhoneFormProps {
  dinner: DinnerView;
  refused: RefusedPhone;
  isFolded?: boolean;
}

/** Without a number, nobody can call: it is asked for, and need not be given. */
export function PhoneForm({ dinner, refused, isFolded = false }: PhoneFormProps) {
  const { id, can, phone, hasHost } = dinner;
  if (!can.leavePhone && !phone) return null;
  const title = "A number for tonight";
  const form = (
    <form method="post" action={`/dashboard/bookings/${id}`} className="grid gap-4 pt-3">
      <Field
        label="Your phone number"
        name="phone"
        type="tel"
        autoComplete="tel"
        maxLength={30}
        defaultValue={refused?.phone ?? phone ?? ""}
        error={refused?.phoneError}
        hint={`Optional, and for tonight only: the people who run the club${hasHost ? " and your host" : ""} can call you. We delete it tomorrow, and your table doesn’t see it.`}
      />
      <p className="flex flex-wrap gap-3">
        <Button size="small" name="say" value="phone">
          Save
        </Button>{" "}
        {phone && (
          <Button size="small" name="say" value="no phone">
            Remove
          </Button>
        )}
      </p>
    </form>
  );
  return isFolded ? (
    <section>
      <Fold title={title} isOpen={refused !== undefined}>
        {form}
      </Fold>
    </section>
  ) : (
    <Section title={title}>{form}</Section>
  );
}
