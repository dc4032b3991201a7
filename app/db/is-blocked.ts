import { type SQL, sql } from "drizzle-orm";
import { blocks } from "./schema.ts";

export const isBlocked = (userId: string | SQL, now: Date) =>
  sql`exists (select 1 from ${blocks} where ${blocks.userId} = ${userId}
    and (${blocks.endsAt} is null or ${blocks.endsAt} > ${now.getTime()}))`;
