import { bookingConfirmed } from "#app/emails/booking-confirmed.tsx";
import { bookingLinks } from "#app/emails/booking-links.server.ts";
import { onStandby } from "#app/emails/on-standby.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import type { JobContext } from "#app/load-context.ts";
import { log } from "#app/log.ts";
import type { Seating } from "#app/matching/seating.ts";
import { match, rulesVersion } from "#app/matching/solve.ts";
import {
  type Claim,
  claimEvent,
  loadMatchData,
  type MatchData,
} from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import { saveMatchRecord } from "#app/models/matching/match-records.server.ts";
import { saveSeating } from "#app/models/matching/save-seating.server.ts";

/** Somebody may cancel while the tables are made, and once more while they are made again; not for ever. */
const maxAttempts = 5;

/** Every dinner whose booking has ended: its tables, who stands by, and a mail to each. One after the other. */
export async function makeTables({ db, env }: JobContext, now: Date): Promise<void> {
  for (let claim = await claimEvent(db, now); claim; claim = await claimEvent(db, now)) {
    await makeTablesForEvent(claim, { db, env }, now);
  }
}

export async function makeTablesForEvent(claim: Claim, context: JobContext, now: Date): Promise<void> {
  for (let tries = 0; tries < maxAttempts; tries++) {
    const loaded = await loadMatchData(context.db, claim.eventId);
    if (!loaded) return;
    const night = buildMatchInput(claim.eventId, loaded, context.env);
    await saveMatchRecord(context.db, claim, night, { rulesVersion: rulesVersion, now });
    const seating = match(night);
    const outcome = await saveSeating(context.db, claim, toSeatingRows(seating, loaded, context.env), now);
    const { mean, worst } = seating.report;
    log("info", `tables ${outcome}`, {
      dinner: claim.eventId,
      tables: seating.tables.length,
      standby: seating.standby.length,
      mean: mean ?? undefined,
      worst: worst ?? undefined,
      hash: seating.hash,
    });
    if (outcome !== "changed") return;
  }
}

/** The matcher's tables as rows, and what each diner is told of theirs. */
function toSeatingRows(seating: Seating, { dinner, diners }: MatchData, env: Env) {
  const booked = new Map(diners.map((diner) => [diner.userId, diner]));
  const at = (date: Date) => dateAndTime(date, dinner.timeZone);
  const words = { ...dinner, origin: env.SITE_URL, when: at(dinner.date), why: "seated" as const };
  const seatOf = (bookingId: string) =>
    bookingLinks(env, { origin: env.SITE_URL, bookingId, date: dinner.date });
  const freeUntil = at(timeBefore(dinner.date, eventTimes.closesBeforeMs));
  const tables = seating.tables.map(({ diners: seated, explanation }, i) => ({
    id: crypto.randomUUID(),
    number: i + 1,
    shares: explanation,
    party: seated.flatMap((userId) => booked.get(userId) ?? []),
  }));
  const waiting = seating.standby.flatMap(({ diner, reason }) => {
    const found = booked.get(diner);
    return found ? [{ ...found, reason }] : [];
  });
  return {
    hash: seating.hash,
    tables: tables.map(({ party, ...table }) => ({
      ...table,
      bookingIds: party.map((one) => one.bookingId),
    })),
    standby: waiting.map(({ bookingId }) => bookingId),
    emails: [
      ...tables.flatMap(({ party, shares }) =>
        party.map(({ email, bookingId, firstName }) => {
          const company = party.filter((one) => one.bookingId !== bookingId).map((one) => one.firstName);
          const seat = seatOf(bookingId);
          const mail = bookingConfirmed({
            ...words,
            to: email,
            bookingId,
            links: seat,
            firstName,
            tableMates: company,
            shares,
            freeUntil,
          });
          return { bookingId, email: mail };
        }),
      ),
      ...waiting.map(({ email, bookingId, reason }) => ({
        bookingId,
        email: onStandby(
          { ...words, to: email, bookingId, links: seatOf(bookingId) },
          reason === "diet" ? "diet" : "seats",
        ),
      })),
    ],
  };
}
