import { Button, ButtonLink, buttonClass, quietLinkClass } from "#app/components/button.tsx";
import { Section } from "#app/components/card.tsx";
import { Field } from "#app/components/field.tsx";
import { Sign } from "#app/components/icon.tsx";
import { lateMinutes } from "#app/lib/booking/booking-states.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import type { DinnerDiner, DinnerView } from "./describe-dinner.server.ts";

/** Lists what the viewer can say. The forms are plain, so that they work on any phone. */
export function DinnerActions({ dinner }: { dinner: DinnerView }) {
  const { id, can, ownState, canTakeBackHere } = dinner;
  const isHere = ownState === "here";
  return (
    <div className="grid gap-6">
      {isHere ? (
        <div>
          <p className="flex items-center gap-3 rounded-paper bg-green-wash px-5 py-4 font-strong text-green-text">
            <Sign name="check" />
            You’re here. Enjoy the evening.
          </p>
          {canTakeBackHere && (
            <form method="post" action={`/dashboard/bookings/${id}`}>
              <button type="submit" name="say" value="not here" className={quietLinkClass}>
                I’m not here yet
              </button>
            </form>
          )}
        </div>
      ) : (
        <CheckIn dinner={dinner} />
      )}
      {can.say && !isHere && <LateForm dinner={dinner} />}
      {!isHere && <NotComing dinner={dinner} />}
    </div>
  );
}

function CheckIn({ dinner: { id, can, lateFrom, checkInFrom } }: { dinner: DinnerView }) {
  if (can.checkIn)
    return (
      <form method="post" action={`/dashboard/bookings/${id}`} data-said="">
        <Button variant="primary" size="large" name="say" value="here" className="w-full">
          I’m here
        </Button>
      </form>
    );
  return (
    <p className="text-ink-2">
      {can.say
        ? `From ${checkInFrom}, tell us here when you’ve arrived.`
        : `From ${lateFrom}, tell us here if you’re running late, and from ${checkInFrom}, when you’ve arrived.`}
    </p>
  );
}

function LateForm({ dinner: { id, hasHost, ownState, ownLateMinutes } }: { dinner: DinnerView }) {
  const isLate = ownState === "late";
  return (
    <form method="post" action={`/dashboard/bookings/${id}`} data-said="">
      <input type="hidden" name="say" value="late" />
      <fieldset>
        <legend className="mb-2.5 font-strong">I’m running late</legend>
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
        <p className="mt-2 text-label text-ink-2">
          {isLate
            ? `Your table${hasHost ? " and the host know" : " knows"} that you’ll be about ${ownLateMinutes} minutes late.`
            : `Your table${hasHost ? " and the host see" : " sees"} it, and we tell them by email.`}
        </p>
      </fieldset>
      {isLate && (
        <button type="submit" name="say" value="on time" className={quietLinkClass}>
          I’m on time after all
        </button>
      )}
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
    <p className="text-center">
      <ButtonLink href={`/dashboard/bookings/${id}/cancel`} variant="plain">
        {can.say ? "I can’t come" : "Cancel booking"}
      </ButtonLink>
    </p>
  );
}

/** Appears a quarter of an hour after the start, and also lists diners who have said that they are there. */
export function MissingDiners({ dinner: { id, can, diners, ownState } }: { dinner: DinnerView }) {
  const mates = diners.filter(({ isYou, state }) => !isYou && state !== "can't come");
  const reported = mates.filter(({ isReportedMissing }) => isReportedMissing);
  // Somebody who is not there can't know who is.
  const offered = mates.filter(
    ({ isReportedMissing, isSeenHere }) => ownState === "here" && !isReportedMissing && !isSeenHere,
  );
  if (!can.reportMissing || reported.length + offered.length === 0) return null;
  return (
    <Section title="Is somebody missing?">
      <div className="grid gap-3 pt-3">
        {offered
          .filter(({ state }) => state === "late")
          .map((diner) => (
            <p key={diner.bookingId}>
              {diner.firstName} will be about {diner.lateMinutes} minutes late.
            </p>
          ))}
        <p className="text-small text-ink-2">
          Go ahead and order. If you tell us who’s missing, nobody at your table sees it, and your word alone
          doesn’t decide.
        </p>
        {reported.map((diner) => (
          <ReportedDiner key={diner.bookingId} bookingId={id} diner={diner} />
        ))}
        {offered.length > 0 && (
          <form method="post" action={`/dashboard/bookings/${id}`} className="grid justify-items-start gap-3">
            <input type="hidden" name="say" value="missing" />
            <fieldset className="flex flex-wrap gap-2.5">
              <legend className="sr-only">Who is missing?</legend>
              {offered.map((diner) => (
                <label
                  key={diner.bookingId}
                  className="inline-flex min-h-12 cursor-pointer items-center gap-2.5 rounded-round border border-line-strong px-4.5 has-checked:border-ink has-checked:bg-sunk"
                >
                  <input
                    type="checkbox"
                    name="mate"
                    value={diner.bookingId}
                    className="size-4.5 accent-ink"
                  />
                  <span>
                    {diner.firstName}
                    {diner.state === "here" && <span className="text-ink-2"> · says they’re here</span>}
                  </span>
                </label>
              ))}
            </fieldset>
            <Button size="small">Report as missing</Button>
          </form>
        )}
      </div>
    </Section>
  );
}

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

/** Without a number, nobody can call: it is asked for, and need not be given. */
export function PhoneForm({ dinner, refused }: { dinner: DinnerView; refused: RefusedPhone }) {
  const { id, can, phone, hasHost } = dinner;
  if (!can.leavePhone && !phone) return null;
  return (
    <Section title="A number for tonight">
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
    </Section>
  );
}
