/** Diners of one event, as an operator types them: by name, by table or by the first characters of the booking's id. */

import type { EventBooking } from "#app/models/booking/event-bookings.server.ts";
import { notFoundError, refusedError } from "#app/operations/operation-error.ts";
import { shortId } from "#app/operations/words.ts";

type SeatedBooking = Pick<EventBooking, "id" | "firstName" | "table">;

const wholeTable = /^table[:\s]\s*(\d+)$/i;
const tableAfterName = /(?:,\s*table\s*|@\s*)(\d+)$/i;

/** "zsófi" and "zsofi" both find Zsófi. */
const sameName = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: "base" }) === 0;

const isSpelledSo = (one: string, other: string) =>
  one.localeCompare(other, undefined, { sensitivity: "accent" }) === 0;

/** "Anna, table 3" */
export const nameDiner = ({ firstName, table }: SeatedBooking) =>
  table ? `${firstName}, table ${table}` : firstName;

export const findDiners = (typed: readonly string[], seated: readonly SeatedBooking[]): string[] => [
  ...new Set(typed.flatMap((each) => findSome(each.trim(), seated))),
];

function findSome(typed: string, seated: readonly SeatedBooking[]): string[] {
  const [, ofTable] = wholeTable.exec(typed) ?? [];
  if (ofTable) {
    const there = seated.filter(({ table }) => table === Number(ofTable));
    if (there.length === 0) throw notFoundError(`Nobody sits at table ${ofTable} of this event.`);
    return there.map(({ id }) => id);
  }
  const ending = tableAfterName.exec(typed);
  const [name, table] = [typed.slice(0, ending?.index).trimEnd(), ending?.[1]];
  const similar = seated.filter(
    (diner) => sameName(diner.firstName, name) && (!table || diner.table === Number(table)),
  );
  const exact = similar.filter(({ firstName }) => isSpelledSo(firstName, name));
  const named = exact.length > 0 ? exact : similar;
  const those = named.length > 0 || table ? named : seated.filter(({ id }) => id.startsWith(typed));
  const [first, other] = those;
  if (!first) throw notFoundError(`No ${typed} has a seat at this event: see booking list.`);
  if (other)
    throw refusedError(
      `More than one diner is called ${typed}. Add the table, or type the booking: ${those.map((each) => `${nameDiner(each)} (${shortId(each.id)})`).join("; ")}.`,
    );
  return [first.id];
}
