import { expect, test } from "vitest";
import { redirectToCanonicalAddress } from "#app/http/request-rules.ts";
import { generateHostilePaths } from "#tests/support/hostile-paths.ts";

const site = "https://oten.example";
const env = { APP_ENV: "production", SITE_URL: site };

test("redirects none of a hundred thousand hostile addresses to another site or a second redirect", () => {
  let redirectCount = 0;
  for (const target of generateHostilePaths(100_000)) {
    const url = URL.parse(`${site}${target}/`);
    if (url?.origin !== site) continue;
    const location = redirectToCanonicalAddress({ method: "GET", url: url.href }, env)?.headers.get(
      "Location",
    );
    if (!location) continue;
    redirectCount++;
    const redirected = new URL(location, url);
    expect(redirected.origin, JSON.stringify(target)).toBe(site);
    expect(
      redirectToCanonicalAddress({ method: "GET", url: redirected.href }, env),
      JSON.stringify(target),
    ).toBeUndefined();
  }
  expect(redirectCount).toBeGreaterThan(10_000);
});

test.each([
  ["http://oten.example/login?next=/quiz", "GET"],
  ["https://www.oten.example/login?next=/quiz", "POST"],
  ["https://oten.club.workers.dev/login?next=/quiz", "HEAD"],
  ["https://oten.example:8443/login?next=/quiz", "GET"],
])("sends %s (%s) to the club's own address, and keeps method, path and query", (url, method) => {
  const response = redirectToCanonicalAddress({ method, url }, env);
  expect(response?.status).toBe(308);
  expect(response?.headers.get("Location")).toBe(`${site}/login?next=/quiz`);
});

test("no foreign address with a hostile path leads away from the club", () => {
  for (const target of generateHostilePaths(10_000)) {
    const url = URL.parse(`http://elsewhere.example${target}`);
    if (url?.hostname !== "elsewhere.example") continue;
    const location = redirectToCanonicalAddress({ method: "GET", url: url.href }, env)?.headers.get(
      "Location",
    );
    expect(new URL(location ?? "").origin, JSON.stringify(target)).toBe(site);
  }
});

test.each([
  ["//", "/"],
  ["///", "/"],
  ["//about", "/about"],
  ["//evil.example//", "/evil.example"],
])("leads from %s to %s", (path, to) => {
  const response = redirectToCanonicalAddress({ method: "GET", url: site + path }, env);
  expect(response?.headers.get("Location")).toBe(to);
});

test("a local club answers at every address of its machine", () => {
  const url = "http://192.168.1.4:8787/login";
  expect(redirectToCanonicalAddress({ method: "GET", url }, { ...env, APP_ENV: "local" })).toBeUndefined();
});
