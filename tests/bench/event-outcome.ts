import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import { countDoubled, type DeliveredEmail } from "#tests/support/fake-resend.ts";

export interface EventOutcome {
  seated: number;
  standby: number;
  emails: number;
  /** Emails that came twice. */
  doubled: number;
  failures: string[];
}

const isSeated = "confirmed = 1 AND standby = 0 AND table_id IS NOT NULL";
const isOnStandby = "confirmed = 0 AND standby = 1 AND table_id IS NULL AND standby_reason IS NOT NULL";

/** Whether everybody has a seat, or knows why not, and got one email about it. */
export async function checkOutcome(
  binding: D1Database,
  dinerCount: number,
  delivered: DeliveredEmail[],
): Promise<EventOutcome> {
  const count = async (sql: string) =>
    (await binding.prepare(`SELECT count(*) AS n ${sql}`).first<number>("n")) ?? 0;
  const seated = await count(`FROM bookings WHERE ${isSeated}`);
  const standby = await count(`FROM bookings WHERE ${isOnStandby}`);
  const wrongTables = await count(
    `FROM (SELECT 1 FROM bookings WHERE table_id IS NOT NULL GROUP BY table_id
      HAVING count(*) NOT BETWEEN ${minTableSize} AND ${tableSize})`,
  );
  const foreignSeats = await count(
    "FROM bookings JOIN tables ON tables.id = table_id WHERE tables.event_id <> bookings.event_id",
  );
  const toldOnce = await countToldOnce(binding, delivered);
  const doubled = countDoubled(delivered);
  const failures = [
    seated + standby === dinerCount ||
      `${dinerCount - seated - standby} diners have neither a seat nor a reason`,
    wrongTables === 0 || `${wrongTables} tables are too small or too large`,
    foreignSeats === 0 || `${foreignSeats} diners sit at a table of another event`,
    toldOnce === dinerCount || `${dinerCount - toldOnce} diners did not get exactly one email`,
    doubled === 0 || `${doubled} emails came twice`,
  ].filter((failure) => typeof failure === "string");
  return { seated, standby, emails: delivered.length, doubled, failures };
}

/** How many bookings got exactly one email, by the rows of the outbox. */
async function countToldOnce(binding: D1Database, delivered: DeliveredEmail[]): Promise<number> {
  const { results } = await binding
    .prepare("SELECT id, booking_id FROM outbox WHERE booking_id IS NOT NULL")
    .all<{ id: string; booking_id: string }>();
  const bookingOf = new Map(results.map((row) => [row.id, row.booking_id]));
  const counts = new Map<string, number>();
  for (const { headers } of delivered) {
    const booking = bookingOf.get(headers["X-Entity-Ref-ID"] ?? "");
    if (booking) counts.set(booking, (counts.get(booking) ?? 0) + 1);
  }
  return [...counts.values()].filter((count) => count === 1).length;
}
