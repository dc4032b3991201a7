import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { Section } from "#app/components/section.tsx";
import { Sign } from "#app/components/sign.tsx";
import type { BookingView } from "./describe-booking.server.ts";

/** Whether the diner said how it was, and where to say or change it while that is open. */
export function FeedbackLink({ booking: { id, date, feedback } }: { booking: BookingView }) {
  const href = `/bookings/${id}/feedback`;
  if (!feedback.isAnswered)
    return (
      feedback.isOpen && (
        <p>
          <ButtonLink href={href} variant="dark" size="small" aria-label={`How was it on ${date}?`}>
            How was it?
          </ButtonLink>
        </p>
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

/** Says nothing where nobody wishes it, or only one of two. */
export function MutualSentence({ mutual }: Pick<BookingView, "mutual">) {
  return mutual.map(({ firstName, toldOn }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and the list is rendered once
    <p key={`${i} ${toldOn}`} className="text-small font-strong text-green-text">
      You and {firstName} would both like to meet again
    </p>
  ));
}

/** On the page of a booking, which asks how it was above. */
export function DayAfter({ booking }: { booking: BookingView }) {
  const { mutual, feedback } = booking;
  if (mutual.length === 0 && !feedback.isAnswered) return null;
  return (
    <Section title="The day after">
      <div className="mt-3 grid gap-3">
        {feedback.isAnswered && <FeedbackLink booking={booking} />}
        {mutual.map(({ firstName, contact, toldOn, wantsSameTable }) => (
          <div key={`${firstName} ${contact}`} className="grid gap-0.5 border-l-3 border-green-text pl-4">
            <p className="font-strong">You and {firstName} would both like to meet again</p>
            {contact ? (
              <p>
                {firstName}: <span className="select-all">{contact}</span>
              </p>
            ) : (
              <p className="text-small text-ink-2">Their contact is in our email of {toldOn}.</p>
            )}
            {wantsSameTable && <p className="text-small text-ink-2">You can be seated together again.</p>}
          </div>
        ))}
      </div>
    </Section>
  );
}
