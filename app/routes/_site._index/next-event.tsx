import { ArrowLink } from "#app/components/button.tsx";
import { Countdown } from "#app/components/countdown.tsx";
import { LogoMark } from "#app/components/table-drawing.tsx";
import type { ClubFacts } from "./club-facts.server.ts";

interface NextEventProps extends Pick<ClubFacts, "soldOut"> {
  now: Date;
  date: Date;
  dateText: string;
  dayOfMonth: string;
}

export function NextEvent({ now, date, dateText, dayOfMonth, soldOut }: NextEventProps) {
  return (
    <section aria-labelledby="next-event" className="border-b border-line">
      <div className="page-width grid items-center gap-4 py-6 lg:grid-cols-[1fr_auto_1fr]">
        <div className="flex items-center gap-4">
          <LogoMark className="size-11 shrink-0" />
          <div>
            <h2 id="next-event" className="display text-[1.25rem]/tight tracking-[-0.012em]">
              The next dinner
            </h2>
            <p data-friday={dayOfMonth} className="text-small text-ink-2">
              {dateText}
            </p>
            {soldOut && (
              <p className="text-small">
                This Friday can no longer be booked.{" "}
                {soldOut.next ? (
                  <>
                    Next you can book:{" "}
                    <a href={soldOut.next.path} className="underline underline-offset-[0.22em]">
                      {soldOut.next.when}
                    </a>
                  </>
                ) : (
                  "No other date is open yet."
                )}
              </p>
            )}
          </div>
        </div>
        <Countdown until={date} now={now} isToFriday />
        <ArrowLink href="/register" className="justify-self-start lg:justify-self-end">
          take me there
        </ArrowLink>
      </div>
    </section>
  );
}
