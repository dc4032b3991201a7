import * as z from "zod";
import { match as seatNight } from "#app/matching/solve.ts";
import { listEvents } from "#app/models/event/events.server.ts";
import { loadMatchData, type MatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import { command } from "./command.ts";
import type { Desk } from "./command-context.ts";
import { refused } from "./exit-codes.ts";
import { called, dinnerNamed } from "./find-event.ts";
import { id } from "./inputs.ts";
import { columns, many, short } from "./text-table.ts";

export const previewNight = command({
  line: "preview [dinner]",
  says: "The tables the matcher would make of who has booked so far; without a dinner, of which it can. Nothing is written.",
  example: "match preview 3f2a91bc",
  input: z.object({ dinner: id.optional() }),
  async run(desk, { dinner: start }) {
    if (start === undefined) return previewable(desk);
    const dinner = await dinnerNamed(desk, start);
    if (dinner.matchedAt) throw refused(`The tables of ${called(dinner)} are made already: see match show.`);
    const loaded = await loadMatchData(desk.db, dinner.id);
    if (!loaded || loaded.diners.length === 0) {
      return { says: `Nobody has booked ${called(dinner)} yet.`, data: { tables: [], standby: [] } };
    }
    const bar = desk.progress("Seating", loaded.diners.length);
    const { tables, standby, report } = seatNight(buildMatchInput(dinner.id, loaded, desk.env));
    bar.end();
    const name = nameIn(loaded);
    const data = {
      tables: tables.map((table, i) => ({
        number: i + 1,
        score: table.score,
        diners: table.diners.map(name),
        shares: table.explanation,
      })),
      standby: standby.map(({ diner, reason }) => ({ diner: name(diner), reason })),
      report,
    };
    const says = [
      ...data.tables.map(({ number, score, diners, shares }) =>
        [
          `Table ${number} (${score.toFixed(0)}): ${diners.join(", ")}`,
          ...shares.map((each) => `  ${each}`),
        ].join("\n"),
      ),
      ...data.standby.map(({ diner, reason }) => `Standby: ${diner} (${reason})`),
    ];
    return { says: says.join("\n"), data };
  },
});

async function previewable({ db, now }: Desk) {
  const ahead = (await listEvents(db, now)).filter(({ matchedAt, canceledAt }) => !matchedAt && !canceledAt);
  const rows = ahead.map((dinner) => [short(dinner.id), called(dinner), many(dinner.taken, "diner")]);
  const data = ahead.map(({ id, date, venueName, taken }) => ({ id, date, venueName, taken }));
  if (ahead.length === 0) return { says: "No dinner to come has its tables still to be made.", data };
  return { says: `Say which dinner:\n${columns(["id", "dinner", "booked"], rows, "")}`, data };
}

const nameIn =
  ({ diners }: MatchData) =>
  (userId: string) =>
    diners.find((diner) => diner.userId === userId)?.firstName ?? userId;
