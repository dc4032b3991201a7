import { type SQL, sql } from "drizzle-orm";
import { type GivenTime, toMs } from "./prepare-queries.ts";
import { blocks } from "./schema.ts";

export const isBlocked = (userId: string | SQL, now: GivenTime) =>
  sql`exists (select 1 from ${blocks} where ${blocks.userId} = ${userId}
    and (${blocks.endsAt} is null or ${blocks.endsAt} > ${toMs(now)}))`;
