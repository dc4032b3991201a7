import { beforeAll, expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { deskVars, playAccess } from "#tests/support/desk.ts";
import { deskRoutes } from "#tests/support/routes.ts";
import { type SeatedDiners, seatDiners, startSession } from "#tests/support/seated-diners.ts";

const withoutDesk = openClub();
const withDesk = openClub({ vars: deskVars });
const access = playAccess();
let diners: SeatedDiners;
beforeAll(async () => {
  diners = await seatDiners(withDesk);
});

const addressOf = (path: string, { bookingId }: { bookingId: string }) =>
  path === "/desk" ? "/desk?index" : path.replace(/:id/g, bookingId).replace("*", "event/list");

test("no address of the desk exists for visitors and diners, nor where a club has no desk", async () => {
  expect(deskRoutes.length).toBeGreaterThan(5);
  const { owner } = diners.diners;
  const Cookie = await startSession(withDesk, owner);
  for (const { path, hasAction } of deskRoutes) {
    const address = addressOf(path, owner);
    const body = new URLSearchParams({ intent: "do" });
    const asked = [
      withoutDesk.fetch(address),
      withDesk.fetch(address),
      withDesk.fetch(address, { headers: { Cookie } }),
      ...(hasAction ? [withDesk.fetch(address, { method: "POST", headers: { Cookie }, body })] : []),
    ];
    expect(
      (await Promise.all(asked)).map(({ status }) => status),
      path,
    ).toEqual(asked.map(() => 404));
  }
});

test("pages of the desk are kept by no cache, shown in no frame, and never run in a search engine", async () => {
  const headers = await access.headersOf("anna");
  for (const { path, isLayout, isPage } of deskRoutes) {
    if (isLayout || !isPage || path.includes(":") || path === "/desk/*") continue;
    const response = await withDesk.fetch(addressOf(path, diners.diners.owner), { headers });
    const text = await response.text();
    expect(response.status, path).toBe(200);
    expect(response.headers.get("Cache-Control"), path).toBe("private, no-store");
    expect(response.headers.get("Content-Security-Policy"), path).toContain("frame-ancestors 'none'");
    expect(text, path).toContain('name="robots" content="noindex"');
  }
});
