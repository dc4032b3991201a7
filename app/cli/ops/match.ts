import * as z from "zod";
import { makeTablesForEvent } from "#app/jobs/make-tables.server.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { claimEvent } from "#app/models/event/claims.server.ts";
import { closeEvent, type EventDetails } from "#app/models/event/events.server.ts";
import { loadMatchRecord } from "#app/models/matching/match-records.server.ts";
import { listOperatorChanges } from "#app/models/operator-change/operator-changes.server.ts";
import { command, type Noun } from "./command.ts";
import type { Desk } from "./command-context.ts";
import { refused } from "./exit-codes.ts";
import { exportNight } from "./export-match.ts";
import { called, dinnerNamed } from "./find-event.ts";
import { id } from "./inputs.ts";
import { previewNight } from "./preview-match.ts";
import { many } from "./text-table.ts";
import { wallClock } from "./times.ts";

const run = command({
  line: "run <dinner>",
  says: "Makes a dinner’s tables now and tells everyone; ends booking first, if it has not ended.",
  example: "match run 3f2a91bc --yes",
  options: [["--now <time>", "as if it were that time"]],
  writes: true,
  mails: true,
  input: z.object({ dinner: id }),
  async run(desk, { dinner: start }) {
    const dinner = await dinnerNamed(desk, start);
    if (dinner.matchedAt) throw refused(`The tables of ${called(dinner)} are made already.`);
    if (dinner.canceledAt) throw refused(`${called(dinner)} is canceled.`);
    if (dinner.date <= desk.now) throw refused(`${called(dinner)} has been.`);
    return {
      would: `end booking for ${called(dinner)}, seat ${many(dinner.taken, "diner")} and tell them`,
      isFinal: true,
      act: () => makeThem(desk, dinner),
    };
  },
});

async function makeThem(desk: Desk, dinner: EventDetails) {
  const { db, env, now } = desk;
  await closeEvent(db, dinner.id, now);
  const claim = await claimEvent(db, now, dinner.id);
  if (!claim)
    throw refused("Somebody else is making these tables just now: match show has them in a minute.");
  const bar = desk.progress("Seating", dinner.taken);
  await makeTablesForEvent(claim, { db, env }, now);
  bar.end();
  const made = await listTables(db, dinner.id);
  return { says: `Made ${many(made.length, "table")} for ${called(dinner)}.`, data: { tables: made.length } };
}

const show = command({
  line: "show <dinner>",
  says: "The tables as they are, what each shares, and what was changed by hand since.",
  example: "match show 3f2a91bc",
  input: z.object({ dinner: id }),
  async run(desk, { dinner: start }) {
    const dinner = await dinnerNamed(desk, start);
    if (!dinner.matchedAt) throw refused(`The tables of ${called(dinner)} are not made yet.`);
    const made = await listTables(desk.db, dinner.id);
    const waiting = (await listEventBookings(desk.db, dinner.id)).filter(
      ({ standby, canceled }) => standby && !canceled,
    );
    const changes = await listOperatorChanges(desk.db, dinner.id);
    const sealed = await loadMatchRecord(desk.db, dinner.id);
    const receipt = sealed && {
      rulesVersion: sealed.rulesVersion,
      resultHash: sealed.resultHash,
      entries: sealed.input.diners.length,
      erased: sealed.erasedCount,
      isIntact: sealed.isIntact,
    };
    const data = {
      madeAt: dinner.matchedAt,
      tables: made.map(({ id: tableId, number, diners, shares }) => ({
        id: tableId,
        number,
        diners,
        shares,
      })),
      standby: waiting.map(({ id: bookingId, userId, firstName }) => ({ bookingId, userId, firstName })),
      changes,
      receipt,
    };
    const says = [
      `${called(dinner)}: made ${wallClock(dinner.matchedAt, dinner.timeZone)}.`,
      ...made.map(({ number, diners, shares }) =>
        [
          `Table ${number}: ${diners.map(({ firstName }) => firstName).join(", ") || "nobody"}`,
          ...shares.map((each) => `  ${each}`),
        ].join("\n"),
      ),
      ...data.standby.map(({ firstName }) => `Standby: ${firstName}`),
      ...(receipt
        ? [
            `Receipt: ${many(receipt.entries, "entry", "entries")}${receipt.erased ? `, ${receipt.erased} erased since` : ""}, rules of version ${receipt.rulesVersion}, result ${receipt.resultHash}${receipt.isIntact ? "" : "; it has been touched"}.`,
          ]
        : []),
      ...changes.map(({ at, what }) => `By hand, ${wallClock(at, dinner.timeZone)}: ${what}`),
    ];
    return { says: says.join("\n"), data };
  },
});

export const match: Noun = {
  says: "Who sits with whom.",
  commands: [previewNight, run, show, exportNight],
};
