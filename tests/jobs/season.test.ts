import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { venues } from "#app/db/schema.ts";
import { guestsWithAnswers } from "#tests/support/events.ts";
import { loggedErrors } from "#tests/support/no-stray-errors.ts";
import { openQuickDatabase } from "#tests/support/quick-database.ts";
import { type SeasonClub, simulateSeason } from "#tests/support/season.ts";

/**
 * Twelve weeks, four hundred diners, three dinners every Friday, and whatever can go wrong does: jobs die in the middle of a
 * call to the database, run three at a time and hours apart; one mail in four meets a fault, and one call to Stripe in seven.
 * Summer time ends in between. What must hold at the end is asked of the database in its own words. Two weeks, unless
 * `WEEKS=12 npm test -- tests/jobs/season.test.ts` plays all of it.
 */
const weeks = Number(process.env.WEEKS ?? 2);
const club = {} as SeasonClub;
let close: () => Promise<void>;

beforeAll(async () => {
  const quick = await openQuickDatabase();
  Object.assign(club, { binding: quick.binding, db: openDatabase(quick.binding) });
  close = quick.close;
});
afterAll(() => close());

beforeAll(() =>
  vi.stubGlobal("scheduler", { wait: (ms: number) => setTimeout(ms, undefined, { ref: false }) }),
);
afterAll(() => vi.unstubAllGlobals());

/** What is logged as an error because the fault was played: a refusal of the mail's provider, a key that Stripe won’t have. */
const awaited = ["email not sent", "checkout not checked", "refund not made yet"];

const rows = async (query: string) => (await club.binding.prepare(query).all()).results;

test(
  "after a season full of faults, everything that must hold holds",
  async () => {
    const venueIds = ["kakukk", "harsfa", "galamb"];
    for (const id of venueIds) {
      await club.db
        .insert(venues)
        .values({ id, name: id, address: "Fő utca 1", googleMapsLink: "https://maps.example/", diets: [] });
    }
    const diners = await guestsWithAnswers(club, 400);
    const season = await simulateSeason(club, { diners, venueIds, weeks, seed: 20_260_925 });
    for (const line of loggedErrors()) expect(awaited).toContain(JSON.parse(line).event);
    expect(season.crashes, "jobs that died in the middle").toBeGreaterThan(3 * weeks);
    expect(season.mailFaults, "deliveries that met a fault").toBeGreaterThan(25 * weeks);

    // The season took place: it was not an empty hall that nothing went wrong in.
    const [took] = await rows(`SELECT
    (SELECT count(*) FROM events WHERE matched_at IS NOT NULL) AS dinners,
    (SELECT count(*) FROM tables) AS tables,
    (SELECT count(*) FROM bookings WHERE confirmed = 1 AND canceled = 0) AS seated,
    (SELECT count(*) FROM bookings WHERE canceled = 1) AS canceled`);
    expect(took?.dinners).toBe(3 * weeks);
    expect(took?.tables).toBeGreaterThan(10 * weeks);
    expect(took?.seated).toBeGreaterThan(50 * weeks);
    expect(took?.canceled).toBeGreaterThan(5 * weeks);

    // Seats were never more than chairs, and nobody had two at one dinner.
    expect(season.mostSeats).toBeLessThanOrEqual(season.capacity);
    expect(
      await rows(
        `SELECT event_id FROM bookings WHERE canceled = 0 GROUP BY event_id, user_id HAVING count(*) > 1`,
      ),
    ).toEqual([]);

    // Tables were of five when they were made, and never more since.
    expect(season.sizesWhenMade.filter((size) => size !== 5)).toEqual([]);
    expect(
      await rows(`SELECT table_id FROM bookings WHERE canceled = 0 AND table_id IS NOT NULL GROUP BY table_id
      HAVING count(*) > 5 OR count(DISTINCT event_id) > 1`),
    ).toEqual([]);

    // Nobody sat with somebody they avoid, or met twice.
    const together = `FROM bookings a JOIN bookings b ON a.table_id = b.table_id AND a.user_id < b.user_id
    AND a.canceled = 0 AND b.canceled = 0`;
    expect(
      await rows(`SELECT a.user_id ${together} JOIN avoidances v
      ON (v.user_id, v.other_id) IN ((a.user_id, b.user_id), (b.user_id, a.user_id))`),
    ).toEqual([]);
    expect(await rows(`SELECT a.user_id, b.user_id ${together} GROUP BY 1, 2 HAVING count(*) > 1`)).toEqual(
      [],
    );

    // Every booking ended in a state there is, and every dinner past has nobody left waiting.
    expect(
      await rows(`SELECT bookings.id FROM bookings JOIN events ON events.id = event_id
      WHERE NOT CASE WHEN canceled THEN bookings.canceled_at IS NOT NULL
        WHEN confirmed THEN table_id IS NOT NULL AND standby = 0
        ELSE table_id IS NULL END
      OR (date <= ${season.end.getTime()} AND canceled = 0 AND confirmed = 0)`),
    ).toEqual([]);

    // Each change was told once, of each kind to each diner of each dinner, and every mail left, once a key.
    for (const kind of ["reminder", "on-standby", "standby-ended", "table-dissolved"]) {
      expect(
        await rows(`SELECT "to", subject, count(*) AS n FROM outbox WHERE kind = '${kind}'
        GROUP BY "to", substr(text, 1, 4000) HAVING n > 1`),
        kind,
      ).toEqual([]);
    }
    const [mails] = await rows(`SELECT count(*) AS written, sum(sent_at IS NOT NULL) AS sent,
    sum(parked_at IS NOT NULL) AS parked FROM outbox`);
    expect(mails).toEqual({ written: season.delivered, sent: season.delivered, parked: 0 });
    expect(season.doubledMails).toBe(0);
    const [told] = await rows(`SELECT
    (SELECT count(*) FROM outbox WHERE kind = 'booking-confirmed') AS said,
    (SELECT count(*) FROM bookings WHERE confirmed = 1) AS seated`);
    expect(Number(told?.said)).toBeGreaterThanOrEqual(Number(told?.seated));

    // Of every payment the books say what Stripe does: it went back once and whole, or it stays.
    expect(season.moneyFaults, "calls to Stripe that met a fault").toBeGreaterThan(10 * weeks);
    expect(season.payments.length).toBeGreaterThan(30 * weeks);
    for (const { deposit, state, charged, given } of season.payments) {
      expect(["paid", "refunded", "kept"], deposit).toContain(state);
      expect(given, deposit).toEqual(state === "refunded" ? [charged] : []);
    }
    const deposits = `FROM deposits JOIN bookings ON bookings.id = booking_id JOIN events ON events.id = event_id`;
    const [settled] =
      await rows(`SELECT sum(state = 'refunded') AS refunded, sum(cause = 'no-show') AS noShow,
      sum(cause = 'canceled-late') AS late, sum(cause = 'canceled-in-time') AS inTime FROM deposits`);
    for (const [way, n] of Object.entries(settled ?? {})) expect(n, way).toBeGreaterThan(0);

    // Every deposit of a dinner past is settled; what stays with the club stays by the rules; the ledger adds up.
    expect(
      await rows(`SELECT deposits.id, state ${deposits} WHERE date <= ${season.end.getTime()}
      AND (state NOT IN ('refunded', 'kept', 'expired') OR parked_at IS NOT NULL)`),
    ).toEqual([]);
    expect(
      await rows(`SELECT deposits.id, cause ${deposits} WHERE state = 'kept' AND NOT CASE cause
        WHEN 'no-show' THEN canceled = 0 AND attendance = 'no-show'
        WHEN 'canceled-late' THEN canceled = 1 AND bookings.canceled_at >= date - 48 * 3600000
        ELSE 0 END`),
    ).toEqual([]);
    expect(
      await rows(`SELECT deposits.id, state, sum(ledger.amount) AS held FROM deposits JOIN ledger ON deposit_id = deposits.id
      GROUP BY deposits.id HAVING held <> CASE WHEN state IN ('paid', 'kept') THEN deposits.amount ELSE 0 END`),
    ).toEqual([]);

    // Every night was sealed before it was seated, and gives the same tables again.
    expect(season.receiptsThatDontFit).toEqual([]);
  },
  120_000 * weeks,
);
