import { beforeAll, expect, test } from "vitest";
import { newEmail, signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvent, signUpDiner } from "#tests/support/events.ts";
import { addPasskey, signInWithPasskey } from "#tests/support/passkeys.ts";
import { createRealRequest, findAddresses, sortByHarm } from "#tests/support/real-requests.ts";
import { routes, routesWithAction } from "#tests/support/routes.ts";
import { type SeatedDiners, seatDiners, startSession, waitForEmails } from "#tests/support/seated-diners.ts";

const club = openClub({ wrapper: "support/lagging-worker.ts", otherDatabases: ["COPY"] });
let all: SeatedDiners;
beforeAll(async () => {
  all = await seatDiners(club);
  await waitForEmails(club);
});

const readTrips = (response: Response) => Number(response.headers.get("X-Trips"));

test("a page waits for the database once", async () => {
  const { owner } = all.diners;
  const cookie = await startSession(club, owner);
  await club.fetchBare("/replicate");
  const slow: Record<string, number> = {};
  for (const route of routes.filter(({ path }) => path !== "/dashboard/settings/data.json")) {
    for (const path of await findAddresses(club, route, owner)) {
      const response = await club.fetch(path, { headers: { Cookie: cookie, Accept: "text/html" } });
      if (readTrips(response) > 1) slow[route.path] = readTrips(response);
    }
  }
  // Where a page that is near leads elsewhere, the primary is asked whether that is right.
  expect(slow).toEqual({ "/quiz": 2 });
});

test("a form waits for the database twice: it asks who sends it, and writes", async () => {
  const slow: Record<string, number> = {};
  for (const route of sortByHarm(routesWithAction)) {
    const { path, init } = await createRealRequest(club, route, all);
    const trips = readTrips(await club.fetch(path, init));
    if (trips > 2) slow[route.path] = trips;
  }
  expect(slow).toEqual({});
});

test("a passkey signs in with two, and the booking of a dinner waits once", async () => {
  const cookie = await signUp(club, newEmail());
  const authenticator = await addPasskey(club, cookie);
  expect(readTrips(await signInWithPasskey(club, authenticator))).toBe(2);
  const { cookie: Cookie } = await signUpDiner(club);
  const body = new URLSearchParams({ event: await createEvent(club) });
  const booked = await club.fetch("/events", { method: "POST", headers: { Cookie }, body });
  expect([booked.headers.get("Location"), readTrips(booked)].join()).toMatch(/booked=[^,]+,1$/);
});
