import { standbyEnded } from "#app/emails/standby-ended.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import type { JobContext } from "#app/load-context.ts";
import { endStandby, findEndedStandby } from "#app/models/booking/due-bookings.server.ts";

/** Three hours before dinner nobody waits any longer: who has no chair is told, at no cost. */
export async function endOverdueStandby({ db, env }: JobContext, now: Date): Promise<void> {
  const waiting = await findEndedStandby(db, now);
  if (waiting.length === 0) return;
  const emails = waiting.map(({ bookingId, email, date, timeZone }) => ({
    bookingId,
    email: standbyEnded({
      to: email,
      origin: env.SITE_URL,
      when: dateAndTime(date, timeZone),
    }),
  }));
  await endStandby(db, emails, now);
}
