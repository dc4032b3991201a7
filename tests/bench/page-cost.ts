import { Agent } from "node:http";
import { bundleWrapper } from "#tests/support/bundle-wrapper.ts";
import { startDemoClub } from "./demo-club.ts";
import { median } from "./median.ts";
import { fetchOnce, measureRequestsPerSecond } from "./requests-per-second.ts";

const rounds = 5;

/** Removes what the pages show, but neither the diner nor the city. */
const emptyTables = [
  "outbox",
  "match_parts",
  "match_records",
  "deposits",
  "bookings",
  "tables",
  "event_venues",
  "host_links",
  "events",
];

type Club = Awaited<ReturnType<typeof startDemoClub>>;

async function openMeasuredClub({ isEmpty }: { isEmpty: boolean }): Promise<Club> {
  const wrapper = await bundleWrapper("bench/page-cost-worker.ts");
  const club = await startDemoClub({ withoutAssets: true, wrapper });
  if (isEmpty) {
    const db = await club.worker.getD1Database("DB");
    await db.batch(emptyTables.map((table) => db.prepare(`DELETE FROM ${table}`)));
  }
  return club;
}

/**
 * The time of a page, divided by what it can't take less than: its database trip alone, and the same page where there is
 * nothing to show and no database to ask.
 */
export async function measurePageCosts(paths: readonly string[]): Promise<Map<string, number>> {
  const full = await openMeasuredClub({ isEmpty: false });
  const empty = await openMeasuredClub({ isEmpty: true });
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const setMode = ({ url }: Club, mode: string) => fetchOnce(new URL(`/mode?mode=${mode}`, url), agent);
  const costs = new Map<string, number>();
  for (const path of paths) {
    for (const club of [full, empty]) {
      await setMode(club, "record");
      await fetchOnce(new URL(path, club.url), agent, club.cookie);
    }
    await setMode(full, "plain");
    await setMode(empty, "replay");
    const measureMs = async ({ url, cookie }: Club, of: string) =>
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
