import { beforeAll, expect, test } from "vitest";
import { readsReplica } from "#app/http/replica-pages.ts";
import { openClub } from "#tests/support/club.ts";
import { createRealRequest, findAddresses, sortByHarm } from "#tests/support/real-requests.ts";
import { routes, routesWithAction } from "#tests/support/routes.ts";
import { type SeatedDiners, seatDiners, startSession, waitForEmails } from "#tests/support/seated-diners.ts";

const club = openClub({ wrapper: "support/lagging-worker.ts", otherDatabases: ["COPY"] });
let all: SeatedDiners;
beforeAll(async () => {
  all = await seatDiners(club);
  await waitForEmails(club);
});

/** A form asks who sends it, and writes. Each of these waits for more: how often. */
const moreTrips: Record<string, number> = {
  "/auth/passkey-options": 3,
  "/bookings/:id/cancel": 5,
  "/bookings/:id/contest": 3,
  "/dashboard/bookings/:id": 3,
  "/dashboard/bookings/:id/cancel": 3,
  "/dashboard/settings/email": 4,
  "/dashboard/settings/password": 4,
  "/dashboard/settings/verify": 6,
  "/login": 4,
  "/payment": 4,
  "/reset-password": 4,
  "/unsubscribe": 3,
};

const readTrips = (response: Response) => Number(response.headers.get("X-Trips"));

test("a page waits for the database once where a copy of it is near, and twice elsewhere", async () => {
  const { owner } = all.diners;
  const cookie = await startSession(club, owner);
  await club.fetchBare("/replicate");
  for (const route of routes.filter(({ path }) => path !== "/dashboard/settings/data.json")) {
    for (const path of await findAddresses(club, route, owner)) {
      const response = await club.fetch(path, { headers: { Cookie: cookie, Accept: "text/html" } });
      const isNear = readsReplica({ method: "GET", url: club.url + path }) && !path.includes("?");
      const most = isNear && response.status === 200 ? 1 : path.includes("?booked") ? 3 : 2;
      expect(readTrips(response), path).toBeLessThanOrEqual(most);
    }
  }
});

test("a form waits for the database twice, or as often as listed", async () => {
  for (const route of sortByHarm(routesWithAction)) {
    const { path, init } = await createRealRequest(club, route, all);
    const response = await club.fetch(path, init);
    expect(readTrips(response), route.path).toBeLessThanOrEqual(moreTrips[route.path] ?? 2);
  }
});
