import { onStandby } from "../emails/on-standby.tsx";
import { tableSet } from "../emails/table-set.tsx";
import { dateAndTime } from "../lib/dates.ts";
import { log } from "../lib/log.ts";
import { before, timeline } from "../lib/timeline.ts";
import type { JobContext } from "../load-context.ts";
import { match } from "../matching/solve.ts";
import { type Claim, claimNight, loadNight, saveNight } from "../models/night.server.ts";
import { nightOf } from "./night-of.ts";

/** Every dinner whose booking has ended: its tables, who stands by, and a mail to each. One after the other. */
export async function makeTables({ db, env }: JobContext, now: Date): Promise<void> {
  for (let claim = await claimNight(db, now); claim; claim = await claimNight(db, now)) {
    await makeTablesOf(claim, { db, env }, now);
  }
}

async function makeTablesOf(claim: Claim, { db, env }: JobContext, now: Date): Promise<void> {
  const loaded = await loadNight(db, claim.eventId);
  if (!loaded) return;
  const { dinner, diners } = loaded;
  const seating = match(nightOf(claim.eventId, loaded));
  const booked = new Map(diners.map((diner) => [diner.userId, diner]));
  const at = (date: Date) => dateAndTime(date, dinner.timeZone);
  const words = { ...dinner, origin: env.SITE_URL, when: at(dinner.date) };
  const freeUntil = at(before(dinner.date, timeline.closes));

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
  const done = await saveNight(
    db,
    claim,
    {
      tables: tables.map(({ party, ...table }) => ({
        ...table,
        bookingIds: party.map((one) => one.bookingId),
      })),
      standby: waiting.map(({ bookingId }) => bookingId),
      mails: [
        ...tables.flatMap(({ party, shares }) =>
          party.map(({ email, bookingId, firstName }) => {
            const company = party.filter((one) => one.bookingId !== bookingId).map((one) => one.firstName);
            const mail = tableSet({ ...words, to: email, bookingId, firstName, company, shares, freeUntil });
            return { bookingId, mail };
          }),
        ),
        ...waiting.map(({ email, bookingId, reason }) => ({
          bookingId,
          mail: onStandby({ ...words, to: email, bookingId }, reason === "diet" ? "diet" : "seats"),
        })),
      ],
    },
    now,
  );
  const { mean, worst } = seating.report;
  log("info", done ? "tables made" : "tables were made by another", {
    dinner: claim.eventId,
    tables: tables.length,
    standby: waiting.length,
    mean: mean ?? undefined,
    worst: worst ?? undefined,
    hash: seating.hash,
  });
}
