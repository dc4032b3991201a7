import { type StandbyReason, standbyReasons } from "#app/lib/booking/standby-reasons.ts";
import type { DepositCounts, EventFigures } from "./event-figures.server.ts";

export interface FigureSums {
  events: number;
  capacity: number;
  booked: number;
  seated: number;
  /** At events of which it is decided who came; `seatedOfDecided` had a seat there. */
  came: number;
  seatedOfDecided: number;
  noShows: number;
  lateCancels: number;
  onStandby: number;
  standby: { reason: StandbyReason; count: number }[];
  /** By currency; amounts of several are never added. */
  deposits: DepositCounts[];
  ratingCount: number;
  ratingMean: number | null;
  /** Of those who came four weeks ago or earlier, and how many of them had a seat again within four weeks. */
  couldReturn: number;
  returned: number;
}

const sumOf = <Row>(rows: readonly Row[], toNumber: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + toNumber(row), 0);

export function sumFigures(events: readonly EventFigures[]): FigureSums {
  const decided = events.filter(({ came }) => came !== null);
  const old = events.filter(({ returned }) => returned !== null);
  const ratingCount = sumOf(events, (event) => event.ratingCount);
  const standby = standbyReasons
    .map((reason) => ({ reason, count: sumOf(events, (event) => event.standby[reason] ?? 0) }))
    .filter(({ count }) => count > 0);
  return {
    events: events.length,
    capacity: sumOf(events, ({ capacity }) => capacity),
    booked: sumOf(events, ({ booked }) => booked),
    seated: sumOf(events, ({ seated }) => seated),
    came: sumOf(decided, ({ came }) => came ?? 0),
    seatedOfDecided: sumOf(decided, ({ seated }) => seated),
    noShows: sumOf(events, ({ noShows }) => noShows),
    lateCancels: sumOf(events, ({ lateCancels }) => lateCancels),
    onStandby: sumOf(standby, ({ count }) => count),
    standby: standby.sort((one, other) => other.count - one.count),
    deposits: sumDeposits(events),
    ratingCount,
    ratingMean: ratingCount === 0 ? null : sumOf(events, ({ ratingSum }) => ratingSum) / ratingCount,
    couldReturn: sumOf(old, ({ seated, noShows }) => seated - noShows),
    returned: sumOf(old, ({ returned }) => returned ?? 0),
  };
}

function sumDeposits(events: readonly EventFigures[]): DepositCounts[] {
  const byCurrency = Map.groupBy(
    events.flatMap(({ deposits }) => deposits),
    ({ currency }) => currency,
  );
  return [...byCurrency]
    .map(([currency, some]) => ({
      currency,
      keptCount: sumOf(some, ({ keptCount }) => keptCount),
      kept: sumOf(some, ({ kept }) => kept),
      refundedCount: sumOf(some, ({ refundedCount }) => refundedCount),
      refunded: sumOf(some, ({ refunded }) => refunded),
    }))
    .sort((one, other) => one.currency.localeCompare(other.currency));
}
