import type { BatchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { type CountedFigures, readClubFigures } from "./club-figures.server.ts";

/** Fewer say little, and could tell something of single people. */
const minPublicCount = 20;

interface PublicFigures {
  dinners: number;
  diners: number;
  pairs: number;
  /** Null while too few have answered. */
  again: { percent: number; answers: number } | null;
  /** Null while too few tables have a score. */
  worst: { score: number; floor: number; tables: number; below: number } | null;
  until: Date;
  countedAt: Date;
}

/** What everybody may see; nothing until enough dinners have taken place. */
export function readPublicFigures(db: Database): BatchedRead<PublicFigures | null> {
  const { queries, toResult } = readClubFigures(db);
  return { queries, toResult: (rows) => toPublicFigures(toResult(rows)) };
}

function toPublicFigures(found: CountedFigures | undefined): PublicFigures | null {
  if (!found || found.figures.dinners < minPublicCount) return null;
  const { dinners, diners, pairs, answers, answersWithWish, tables, tablesBelowFloor, worst, until } =
    found.figures;
  return {
    dinners,
    diners,
    pairs,
    again:
      answers < minPublicCount ? null : { percent: Math.round((100 * answersWithWish) / answers), answers },
    worst: worst && tables >= minPublicCount ? { ...worst, tables, below: tablesBelowFloor } : null,
    until: new Date(until.date),
    countedAt: found.countedAt,
  };
}
