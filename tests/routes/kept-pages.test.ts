import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Response } from "miniflare";
import { expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { heartbeats } from "#app/db/schema/health.ts";
import { openClub } from "#tests/support/club.ts";
import { withinOneMinute } from "#tests/support/within-one-minute.ts";

/** Local clubs keep pages for a second, and not in Cloudflare's cache. */
const club = openClub({
  vars: { APP_ENV: "production", SHOW_FIGURES: "yes" },
  wrapper: "support/failing-worker.ts",
});

const visit = (path: string, { zone = "UTC", headers = {} }: { zone?: string; headers?: HeadersInit } = {}) =>
  club.fetch(path, { headers, cf: { timezone: zone } } as RequestInit);

const withoutDatabase = { headers: { "Failing-Call": "every" } };

// Before all others: an isolate looks once a minute when the cron last ran.
test("a page that is renewed after its response starts the work of a cron that is away", async () => {
  const version = readdirSync(join(root, "build/client/assets"))
    .find((name) => name.startsWith("manifest-"))
    ?.slice("manifest-".length, -".js".length);
  const old = { renderedAt: Date.now() - 120_000, renewedFrom: 0, nonce: "x", html: "old", headers: [] };
  const caches = await club.worker.getCaches();
  const key = `${club.url}/?${new URLSearchParams({ version: version ?? "", zone: "Europe/Budapest" })}`;
  await caches.default.put(key, Response.json(old, { headers: { "Cache-Control": "max-age=60" } }));
  await club.db.insert(heartbeats).values({ name: "cron", at: new Date(Date.now() - 600_000) });
  expect(await (await visit("/", { zone: "Europe/Budapest" })).text()).toBe("old");
  const standsIn = async () =>
    (await club.db.select().from(heartbeats)).some(({ name }) => name === "stand-in");
  await expect.poll(standsIn).toBe(true);
});

test("a public page waits for no database where somebody nearby has seen it, also in another isolate", async () => {
  const zones = Intl.supportedValuesOf("timeZone");
  // A page is fresh until the minute ends.
  const kept = await withinOneMinute(async () => {
    const zone = zones.pop();
    const rendered = await visit("/", { zone });
    expect([rendered.status, rendered.headers.get("Age")]).toEqual([200, null]);
    // More than an isolate keeps.
    await Promise.all(zones.slice(0, 200).map((other) => visit("/about", { zone: other })));
    return visit("/", { zone, ...withoutDatabase });
  });
  expect([kept.status, kept.headers.get("Call-Count")]).toEqual([200, "0"]);
  expect(Number(kept.headers.get("Age"))).toBeLessThan(60);
  const nonce = /'nonce-(\w+)'/.exec(kept.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "none";
  const body = await kept.text();
  expect([...body.matchAll(/nonce="(\w+)"/g)].map(([, written]) => written)).toContain(nonce);
  expect(body.replaceAll(nonce, "")).not.toMatch(/nonce="\w/);
});

test("whoever has a cookie gets a page of their own", async () => {
  await visit("/");
  const own = await visit("/", { headers: { Cookie: "__Host-session=unknown" } });
  expect([own.status, own.headers.get("Age")]).toEqual([200, null]);
});

test("a page of nobody, shown while the database fails, does not say that nobody is signed in", async () => {
  expect(await (await visit("/how-it-goes")).text()).toContain('data-user-id=""');
  const headers = { Cookie: "__Host-session=unknown", ...withoutDatabase.headers };
  const kept = await visit("/how-it-goes", { headers });
  expect([kept.status, kept.headers.get("Age")]).toEqual([200, expect.any(String)]);
  expect(await kept.text()).not.toContain("data-user-id");
  expect(await club.takeLoggedErrors()).not.toEqual([]);
});

test("a page that says less for want of the database is not kept", async () => {
  const poor = await visit("/", { zone: "Asia/Tokyo", ...withoutDatabase });
  expect(poor.status).toBe(200);
  expect((await visit("/", { zone: "Asia/Tokyo" })).headers.get("Age")).toBeNull();
  expect((await visit("/", { zone: "Asia/Tokyo" })).headers.get("Age")).not.toBeNull();
  expect(await club.takeLoggedErrors()).not.toEqual([]);
});
