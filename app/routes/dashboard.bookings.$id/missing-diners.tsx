import { Button } from "#app/components/button.tsx";
import { Section } from "#app/components/card.tsx";
import type { DinnerDiner, DinnerView } from "./describe-dinner.server.ts";

/** From a quarter of an hour after the start: also of those who have said themselves that they are there. */
export function MissingDiners({ dinner: { id, can, diners, ownState } }: { dinner: DinnerView }) {
  const mates = diners.filter(({ isYou, state }) => !isYou && state !== "can't come");
  const reported = mates.filter(({ isReportedMissing }) => isReportedMissing);
  // Whoever is not there can't know who is.
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
              {diner.firstName} said they’ll be about {diner.lateMinutes} minutes late.
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
