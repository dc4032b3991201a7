import { Agent } from "node:http";
import type { Miniflare } from "miniflare";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { bundleWrapper } from "#tests/support/bundle-wrapper.ts";
import { median } from "./median.ts";
import { fetchOnce, measureRequestsPerSecond } from "./requests-per-second.ts";
import { signInDemoDiner } from "./sign-in-demo-diner.ts";

const rounds = 5;

/** Removes what the pages show, but neither the diner nor the city. */
const emptyTables = [
  "outbox",
  "match_records",
  "deposits",
  "bookings",
  "tables",
  "event_venues",
  "host_links",
  "events",
];

interface MeasuredClub {
  worker: Miniflare;
  url: URL;
  cookie: string;
}

async function openMeasuredClub({ isEmpty }: { isEmpty: boolean }): Promise<MeasuredClub> {
  const worker = createLocalWorker({
    vars: { APP_ENV: "local", SESSION_SECRET: "for-measurements-only-32-letters" },
    timeZone: "Europe/Budapest",
    withoutAssets: true,
    wrapper: await bundleWrapper(new URL("page-cost-worker.ts", import.meta.url)),
  });
  const url = await worker.ready;
  const cookie = await signInDemoDiner(worker);
  if (isEmpty) {
    const db = await worker.getD1Database("DB");
    await db.batch(emptyTables.map((table) => db.prepare(`DELETE FROM ${table}`)));
  }
  return { worker, url, cookie };
}

/**
 * The time of a page, divided by what it can't take less than: its database trip alone, and the same page where there is
 * nothing to show and no database to ask.
 */
export async function measurePageCosts(paths: readonly string[]): Promise<Map<string, number>> {
  const full = await openMeasuredClub({ isEmpty: false });
  const empty = await openMeasuredClub({ isEmpty: true });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const setMode = ({ url }: MeasuredClub, mode: string) =>
    fetchOnce(new URL(`/mode?mode=${mode}`, url), agent);
  const costs = new Map<string, number>();
  for (const path of paths) {
    for (const { url, cookie } of [full, empty]) {
      await setMode({ url } as MeasuredClub, "record");
      await fetchOnce(new URL(path, url), agent, cookie);
    }
    await setMode(full, "plain");
    await setMode(empty, "replay");
    const measureMs = async ({ url, cookie }: MeasuredClub, of: string) =>
      1000 / (await measureRequestsPerSecond(new URL(of, url), agent, cookie));
    await measureMs(full, path);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const page = await measureMs(full, path);
      const trip = await measureMs(full, `/trip?of=${path}`);
      const pageWithoutData = await measureMs(empty, path);
      ratios.push(page / (trip + pageWithoutData));
    }
    costs.set(path, median(ratios));
  }
  agent.destroy();
  await Promise.all([full, empty].map(({ worker }) => worker.dispose()));
  return costs;
}
