import { randomBytes } from "node:crypto";
import type { Miniflare } from "miniflare";
import { hashToken } from "#app/auth/device.server.ts";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { seed } from "#app/cli/seed.ts";
import { demoDiner } from "#app/operations/demo/demo-diner.ts";
import { writeCookie } from "#tests/support/cookies.ts";

/** A club as `npm start` shows it: an empty one has shorter pages. The cookie is the demo diner's. */
export async function startDemoClub(options: Partial<Parameters<typeof createLocalWorker>[0]> = {}) {
  const worker = createLocalWorker({
    vars: { APP_ENV: "local", SESSION_SECRET: "for-measurements-only-32-letters" },
    timeZone: "Europe/Budapest",
    ...options,
  });
  const url = await worker.ready;
  return { worker, url, cookie: await signInDemoDiner(worker) };
}

async function signInDemoDiner(worker: Miniflare): Promise<string> {
  const db = await worker.getD1Database("DB");
  await migrate(db);
  await seed(db, new Date());
  const token = randomBytes(32).toString("base64url");
  await db
    .prepare(
      "INSERT INTO sessions (token_hash, id, user_id, created_at, expires_at, last_seen_at) SELECT ?1, ?1, id, ?2, ?3, ?2 FROM users WHERE email = ?4",
    )
    .bind(hashToken(token), Date.now(), Date.now() + 20 * 86_400_000, demoDiner.email)
    .run();
  return writeCookie("session", token);
}
