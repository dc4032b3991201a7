import { type SQL, sql } from "drizzle-orm";
import { avoidances } from "./schema.ts";

/** One of the two users avoids the other, or an operator keeps them apart. */
export const isKeptApart = (one: SQL, other: SQL) =>
  sql`exists (select 1 from ${avoidances} where (${avoidances.userId} = ${one} and ${avoidances.otherId} = ${other})
    or (${avoidances.userId} = ${other} and ${avoidances.otherId} = ${one}))`;
