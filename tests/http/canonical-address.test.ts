import { expect, test } from "vitest";
import { redirectToCanonicalAddress } from "#app/http/canonical-address.ts";
import { generateHostilePaths } from "#tests/support/hostile-paths.ts";

const site = "https://oten.example";

test("a hundred thousand hostile addresses with a slash at their end, and none leads off the site or in a circle", () => {
  let led = 0;
  for (const target of generateHostilePaths(100_000)) {
    const url = URL.parse(`${site}${target}/`);
    if (url?.origin !== site) continue;
    const location = redirectToCanonicalAddress({ method: "GET", url: url.href })?.headers.get("Location");
    if (!location) continue;
    led++;
    const onward = new URL(location, url);
    expect(onward.origin, JSON.stringify(target)).toBe(site);
    expect(
      redirectToCanonicalAddress({ method: "GET", url: onward.href }),
      JSON.stringify(target),
    ).toBeUndefined();
  }
  expect(led).toBeGreaterThan(10_000);
});
