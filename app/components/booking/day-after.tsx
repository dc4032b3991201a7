import { buttonClass } from "#app/components/button.tsx";
import { Sign } from "#app/components/sign.tsx";
import type { BookingView } from "./describe-booking.server.ts";

const linkClass = "inline-flex min-h-target items-center text-small underline underline-offset-4 text-ink";

/** Whether the diner said how it was, and where to say or change it while that is open. */
export function FeedbackLink({ booking: { id, date, feedback } }: { booking: BookingView }) {
  const href = `/bookings/${id}/feedback`;
  if (!feedback.isAnswered)
    return (
      feedback.isOpen && (
        <p>
          <a
            href={href}
            className={buttonClass({ variant: "dark", size: "small" })}
            aria-label={`How was it on ${date}?`}
          >
            How was it?
          </a>
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
        <a href={href} className={linkClass} aria-label={`Change your answers about ${date}`}>
          Change
        </a>
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
    <section>
      <h3 className="border-b border-line pb-2 text-small font-strong">The day after</h3>
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
    </section>
  );
}
