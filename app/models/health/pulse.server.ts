import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { heartbeats } from "#app/db/schema.ts";

export type Pulse = Awaited<ReturnType<typeof readPulse>>;

/** When what last ran, which migrations are applied, and how large the database is. */
export async function readPulse(db: Database) {
  const [beats, migrations, { meta }] = await db.batch([
    db.select().from(heartbeats),
    db.all<{ name: string }>(sql`select name from d1_migrations order by id`),
    db.run(sql`select 1 as one`),
  ]);
  return {
    heartbeats: new Map(beats.map(({ name, at }) => [name, at])),
    migrations: migrations.map(({ name }) => name),
    sizeBytes: meta.size_after,
  };
}
