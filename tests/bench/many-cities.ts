import type { Miniflare } from "miniflare";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { addManyCities, addManyEvents } from "#tests/support/many-cities.ts";
import { median } from "./median.ts";

const rounds = 60;
const requestsPerRound = 10;

/** Twenty events at three venues in each city. */
async function startClub(cityCount: number): Promise<Miniflare> {
  const worker = createLocalWorker({
    vars: { APP_ENV: "local", SESSION_SECRET: "for-measurements-only-32-letters" },
    withoutAssets: true,
  });
  const binding = await worker.getD1Database("DB");
  await migrate(binding);
  const cities = await addManyCities({ binding }, { cityCount, venuesPerCity: 3 });
  const cityIds = cities.map(({ id }) => id);
  await addManyEvents({ binding }, { cityIds, eventsPerCity: 20, start: Date.now() });
  return worker;
}

/** How much longer the events of a city take beside 499 other cities than alone, in turns on the same machine. */
export async function compareManyCities(): Promise<number> {
  const clubs = [await startClub(1), await startClub(500)];
  const urls = await Promise.all(clubs.map(async (club) => new URL("/events?city=many-0", await club.ready)));
  const measure = async (url: URL) => {
    const startedAt = performance.now();
    for (let i = 0; i < requestsPerRound; i++) {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      await response.text();
    }
    return performance.now() - startedAt;
  };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [one = 1, many = 1] =
      round % 2 === 0
        ? [await measure(urls[0] as URL), await measure(urls[1] as URL)]
        : [await measure(urls[1] as URL), await measure(urls[0] as URL)].reverse();
    // The first rounds start the Workers.
    if (round >= 10) ratios.push(many / one);
  }
  await Promise.all(clubs.map((club) => club.dispose()));
  return median(ratios);
}
