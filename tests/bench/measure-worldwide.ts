import { parseArgs } from "node:util";
import { readsReplica } from "#app/http/public-pages.ts";
import { createRealRequest, findAddresses, sortByHarm } from "#tests/support/real-requests.ts";
import { type Route, routes, routesWithAction } from "#tests/support/routes.ts";
import { seatDiners, startSession, waitForEmails } from "#tests/support/seated-diners.ts";
import { type Club, startClub } from "#tests/support/start-club.ts";
import { median } from "./median.ts";
import { readResults, saveResults } from "./results.ts";
import {
  copyDistanceMs,
  isReached,
  primaryDistancesMs,
  renderWorldwideTable,
  type WorldwideRow,
} from "./worldwide-table.ts";

const rounds = 7;
/** A page may take as long as rendering it, and this. */
const pageAllowanceMs = 15;
const limitsOfForms: Record<string, number> = { "/events": 320 };

/** Made for machines, or for local clubs alone. */
const isMeasured = ({ path, isLayout }: Route) =>
  !isLayout && !/^\/(dev|webhooks|healthz|avatars|venue-photos|\*|auth\/google)|\.\w+$|data\.json/.test(path);

async function openWorld() {
  const club = await startClub({ wrapper: "support/lagging-worker.ts", otherDatabases: ["COPY"] });
  const all = await seatDiners(club);
  await waitForEmails(club);
  await club.fetchBare("/replicate");
  return { club, all };
}

const place = (club: Club, primary: number, copy?: number) =>
  club.fetchBare(`/place?primary=${primary}${copy === undefined ? "" : `&copy=${copy}`}`);

async function measure(send: () => Promise<Response>) {
  const startedAt = performance.now();
  const response = await send();
  const ms = Math.round(10 * (performance.now() - startedAt)) / 10;
  return { ms, trips: Number(response.headers.get("X-Trips")), response };
}

async function measurePages(): Promise<WorldwideRow[]> {
  const { club, all } = await openWorld();
  const { owner } = all.diners;
  const headers = { Cookie: await startSession(club, owner), Accept: "text/html" };
  await club.fetchBare("/replicate");
  const rows: WorldwideRow[] = [];
  for (const route of routes.filter(isMeasured)) {
    const path = await findShownAddress(await findAddresses(club, route, owner), club, headers);
    const send = () => club.fetch(path, { headers });
    await place(club, 0, 0);
    const { trips, response } = await measure(send);
    const rendered: number[] = [];
    const before: number[] = [];
    const after: number[] = [];
    for (const distance of primaryDistancesMs) {
      const times: [number[], number[], number[]] = [[], [], []];
      // In turns, so that the speed of the machine cancels out.
      for (let round = 0; round < rounds; round++) {
        for (const [i, places] of [[0, 0], [distance], [distance, copyDistanceMs]].entries()) {
          await place(club, places[0] ?? 0, places[1]);
          times[i]?.push((await measure(send)).ms);
        }
      }
      rendered.push(...times[0]);
      before.push(median(times[1]));
      after.push(median(times[2]));
    }
    const renderMs = median(rendered);
    const isNear = response.status === 200 && readsReplica({ method: "GET", url: club.url + path });
    const limitMs = isNear && !path.includes("?") ? renderMs + pageAllowanceMs : null;
    rows.push({ what: route.path, isForm: false, trips, renderMs, before, after, limitMs });
  }
  await club.worker.dispose();
  return rows;
}

/** The first that is a page: some need a search. */
async function findShownAddress(addresses: string[], club: Club, headers: HeadersInit): Promise<string> {
  for (const path of addresses) if ((await club.fetch(path, { headers })).status === 200) return path;
  return addresses.at(-1) ?? "";
}

/** Each form once at each distance: most can be sent only once. */
async function measureForms(): Promise<WorldwideRow[]> {
  const rows = new Map<string, WorldwideRow>();
  for (const distance of [0, ...primaryDistancesMs]) {
    const { club, all } = await openWorld();
    for (const route of sortByHarm(routesWithAction.filter(isMeasured))) {
      await place(club, 0, 0);
      const { path, init } = await createRealRequest(club, route, all);
      await place(club, distance, copyDistanceMs);
      const { ms, trips } = await measure(() => club.fetch(path, init));
      const limitMs = limitsOfForms[route.path] ?? null;
      const row = rows.get(route.path) ?? {
        what: route.path,
        isForm: true,
        trips,
        renderMs: ms,
        after: [],
        limitMs,
      };
      if (distance > 0) row.after.push(ms);
      row.trips = Math.max(row.trips, trips);
      rows.set(route.path, row);
    }
    await place(club, 0, 0);
    await club.worker.dispose();
  }
  return [...rows.values()];
}

const { values } = parseArgs({ options: { "no-write": { type: "boolean", default: false } } });
const saved = readResults().worldwide;
const rows = [...(await measurePages()), ...(await measureForms())].map((row) => ({
  ...row,
  before: row.before ?? saved[`form ${row.what}`]?.before,
}));
console.log(renderWorldwideTable(rows));
for (const { what } of rows.filter((row) => !isReached(row))) {
  console.error(`MISSED ${what}`);
  process.exitCode = 1;
}
if (!values["no-write"])
  saveResults({
    worldwide: Object.fromEntries(rows.map((row) => [`${row.isForm ? "form" : "page"} ${row.what}`, row])),
  });
process.exit();
