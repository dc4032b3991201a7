import { listOverlaps } from "#app/models/event/event-venues.server.ts";
import type { CommandContext } from "./command-context.ts";
import { joinNames } from "./names.ts";
import { formatLocalTime } from "./times.ts";

/** "Kakukk also has an event on 2026-12-04 17:00, less than four hours apart"; nothing where no venue has another. */
export async function describeOverlaps(
  { db }: CommandContext,
  evening: Parameters<typeof listOverlaps>[1],
): Promise<string | undefined> {
  const overlaps = await listOverlaps(db, evening);
  if (overlaps.length === 0) return undefined;
  const others = overlaps.map(({ name, date, timeZone }) => `${name} on ${formatLocalTime(date, timeZone)}`);
  return `less than four hours apart, there is also an event at ${joinNames(others)}`;
}
