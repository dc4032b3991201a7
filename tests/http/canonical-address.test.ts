import { expect, test } from "vitest";
import { redirectToCanonicalAddress } from "#app/http/canonical-address.ts";
import { generateHostilePaths } from "#tests/support/hostile-paths.ts";

const site = "https://oten.example";

test("redirects none of a hundred thousand hostile addresses to another site or a second redirect", () => {
  let redirectCount = 0;
  for (const target of generateHostilePaths(100_000)) {
    const url = URL.parse(`${site}${target}/`);
    if (url?.origin !== site) continue;
    const location = redirectToCanonicalAddress({ method: "GET", url: url.href })?.headers.get("Location");
    if (!location) continue;
    redirectCount++;
    const redirected = new URL(location, url);
    expect(redirected.origin, JSON.stringify(target)).toBe(site);
    expect(
      redirectToCanonicalAddress({ method: "GET", url: redirected.href }),
      JSON.stringify(target),
    ).toBeUndefined();
  }
  expect(redirectCount).toBeGreaterThan(10_000);
});
