import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { createRealRequest, findAddresses, sortByHarm } from "#tests/support/real-requests.ts";
import { routes, routesWithAction } from "#tests/support/routes.ts";
import { seatDiners, startSession, waitForEmails } from "#tests/support/seated-diners.ts";

const club = openClub({ wrapper: "support/lagging-worker.ts", otherDatabases: ["COPY"] });

test("trips", async () => {
  const all = await seatDiners(club);
  await waitForEmails(club);
  const found: Record<string, number> = {};
  for (const route of routes) {
    const cookie = await startSession(club, all.diners.owner);
    for (const path of await findAddresses(club, route, all.diners.owner)) {
      const response = await club.fetch(path, { headers: { Cookie: cookie, Accept: "text/html" } });
      found[`GET ${route.path} ${response.status}${path.includes("?") ? " ?" : ""}`] = Number(response.headers.get("X-Trips"));
    }
  }
  for (const route of sortByHarm(routesWithAction)) {
    const { path, init } = await createRealRequest(club, route, all);
    const response = await club.fetch(path, init);
    found[`POST ${route.path} ${response.status}`] = Number(response.headers.get("X-Trips"));
  }
  console.log(Object.entries(found).map(([n, t]) => `${t} ${n}`).sort().join("\n"));
  expect(Object.keys(found).length).toBeGreaterThan(20);
});
