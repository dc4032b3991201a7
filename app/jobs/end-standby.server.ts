import { standbyEnded } from "#app/emails/standby-ended.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import type { JobContext } from "#app/load-context.ts";
import { findEndedStandby } from "#app/models/booking/due-bookings.server.ts";
import { endStandby } from "#app/models/booking/transitions.server.ts";

export async function endOverdueStandby({ db, env }: JobContext, now: Date): Promise<void> {
  const ended = await findEndedStandby(db, now);
  if (ended.length === 0) return;
  const emails = ended.map(({ bookingId, email, date, timeZone }) => ({
    bookingId,
    email: standbyEnded({ to: email, origin: env.SITE_URL, when: dateAndTime(date, timeZone) }),
  }));
  await endStandby(db, emails, now);
}
