import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { findIdsByPrefix } from "#app/db/find-ids.server.ts";
import { homeZone } from "#app/lib/dates.ts";
import { notFound, refused, wrongUsage } from "./exit-codes.ts";
import type { Progress } from "./progress.ts";
import { readMoment } from "./times.ts";

/** What a command works with. */
export interface Desk {
  env: Env;
  db: Database;
  now: Date;
  isRemote: boolean;
  progress(doing: string, total: number): Progress;
}

type Named = SQLiteTable & Parameters<typeof findIdsByPrefix>[1];

/** The one row whose id begins so, as lists print it; or a sentence. */
export async function theOne({ db }: Desk, table: Named, noun: string, start: string): Promise<string> {
  const ids = await findIdsByPrefix(db, table, start);
  const [id] = ids;
  if (!id) throw notFound(`There is no ${noun} ${start}.`);
  if (ids.length > 1) throw refused(`More than one ${noun} begins with ${start}: say more of it.`);
  return id;
}

/** A moment as typed, on the clock of a place. */
export function momentAt(typed: string, timeZone: string = homeZone): Date {
  const read = readMoment(typed, timeZone);
  if (typeof read === "string") throw wrongUsage(read);
  return read;
}
