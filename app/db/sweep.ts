import { sql } from "drizzle-orm";
import { minuteMs } from "#app/lib/time-units.ts";
import { heartbeats } from "./schema.ts";

/** Free seats that suited nobody are tried again so often: a diet, a venue or an avoidance may have changed. So is what was missed. */
const betweenSweepsMs = 30 * minuteMs;

export const isSweepDue = (now: Date) => sql`not exists (select 1 from ${heartbeats}
  where ${heartbeats.name} = 'sweep' and ${heartbeats.at} > ${now.getTime() - betweenSweepsMs})`;
