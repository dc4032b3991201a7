import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { outbox } from "#app/db/schema.ts";
import { weekMs } from "#app/lib/time-units.ts";

export interface EmailWait {
  /** Monday, midnight UTC. */
  week: number;
  /** As in `emailPriorities`. */
  priority: number;
  count: number;
  medianMs: number;
  /** 95 of 100 waited no longer. */
  mostMs: number;
}

/** How long emails waited from the change that they tell of until the provider took them, by the week of the change. */
export const loadEmailWaits = async (
  db: Database,
  { from, to }: { from: Date; to: Date },
): Promise<EmailWait[]> =>
  db.all<EmailWait>(
    sql`with waits as (
        select week, priority, ms, row_number() over (partition by week, priority order by ms) as place,
          count(*) over (partition by week, priority) as count
        from (select ${from.getTime()} + cast((created_at - ${from.getTime()}) / ${weekMs} as integer) * ${weekMs} as week, priority,
            max(0, sent_at - created_at) as ms
          from ${outbox} where created_at >= ${from.getTime()} and created_at < ${to.getTime()} and sent_at is not null))
      select week, priority, count, min(ms) filter (where 2 * place >= count) as medianMs,
        min(ms) filter (where 100 * place >= 95 * count) as mostMs
      from waits group by week, priority order by week, priority`,
  );
