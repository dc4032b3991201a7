import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
const pages = ["/", "/about", "/contact", "/privacy", "/terms", "/no-such-page", "/dev/components"];

describe.each(pages)("%s", (path) => {
  test("carries an enforced policy with a nonce of its own", async () => {
    const [first, second] = await Promise.all([club.fetch(path), club.fetch(path)]);
    const policy = first.headers.get("Content-Security-Policy") ?? "";
    const nonce = /'nonce-([0-9a-f]{32})'/.exec(policy)?.[1];
    expect(nonce).toBeDefined();
    expect(second.headers.get("Content-Security-Policy")).not.toContain(nonce);
    expect(policy).not.toContain("unsafe");

    const html = await first.text();
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/\sstyle="|\son[a-z]+="/);
    await second.body?.cancel();
  });

  test("answers HEAD like GET, without a body", async () => {
    const [get, head] = await Promise.all([club.fetch(path), club.fetch(path, { method: "HEAD" })]);
    expect(head.status).toBe(get.status);
    expect(await head.text()).toBe("");
    await get.body?.cancel();
  });
});

test("every answer carries the security headers", async () => {
  for (const path of [...pages, "/healthz", "/robots.txt", "/sitemap.xml", "/__manifest"]) {
    const response = await club.fetch(path);
    expect(Object.fromEntries(response.headers), path).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "strict-origin-when-cross-origin",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    await response.body?.cancel();
  }
});

test("hashed files are cached for ever, and the manifest is what it says", async () => {
  const html = await (await club.fetch("/")).text();
  const stylesheet = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? "";
  expect((await club.fetch(stylesheet)).headers.get("Cache-Control")).toBe(
    "public, max-age=31536000, immutable",
  );
  const manifest = await club.fetch("/manifest.webmanifest");
  expect(manifest.headers.get("Content-Type")).toContain("application/manifest+json");
  for (const { src } of ((await manifest.json()) as { icons: { src: string }[] }).icons) {
    expect((await club.fetch(src)).status, src).toBe(200);
  }
});

test.each(["cross-site", "same-site"])("a %s POST is refused in a sentence", async (site) => {
  const response = await club.fetch("/", { method: "POST", headers: { "Sec-Fetch-Site": site } });
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("This form did not come from our own pages");
});

test("/healthz knows the version", async () => {
  const response = await club.fetch("/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

test.each([
  "/__manifest",
  "/__manifest?p=/",
  "/no/such/page",
  "/%E0%A4%A",
  "/index.php",
  "/.env",
  "/dev/nothing",
])("%s is not there", async (path) => {
  const response = await club.fetch(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("Page not found");
});

test.each([
  ["POST", "/", 405],
  ["POST", "/no-such-page", 404],
  ["DELETE", "/about", 405],
  ["PUT", "/healthz", 405],
  ["PROPFIND", "/", 405],
  ["GET", "/?_data=root", 200],
  ["GET", "/?_data=nonsense", 403],
  ["GET", "/?index&_data=routes/../../etc/passwd", 403],
  ["POST", "/about?_data=routes/_site.about", 405],
])("%s %s is answered with %i", async (method, path, status) => {
  const response = await club.fetch(path, { method });
  expect(response.status).toBe(status);
  await response.body?.cancel();
});

test("a 405 says what may be asked instead", async () => {
  for (const path of ["/about", "/healthz", "/onboarding"]) {
    const answer = await club.fetch(path, { method: "POST" });
    expect([answer.status, answer.headers.get("Allow")], path).toEqual([405, "GET, HEAD"]);
    expect(await answer.text()).not.toContain("Unexpected");
  }
});

test("nothing but reading and sending forms is known", async () => {
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    for (const path of ["/", "/quiz", "/identity", "/quiz/answers", "/no-such-page"]) {
      const answer = await club.fetch(path, { method });
      expect([answer.status, answer.headers.get("Allow")], `${method} ${path}`).toEqual([
        405,
        "GET, HEAD, POST",
      ]);
    }
  }
  expect((await club.fetch("/quiz/answers")).headers.get("Allow")).toBe("POST");
});

test("a forged X-Forwarded-Host changes nothing", async () => {
  const headers = { "X-Forwarded-Host": "evil.example", "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await club.fetch("/forgot-password", {
    method: "POST",
    headers,
    body: "email=nobody@oten.example",
  });
  expect(answer.status).toBe(200);
});

test.each([
  [{ body: new Uint8Array(26 * 1_048_576) }, 413],
  [{ body: new Blob(["a=b"]).stream(), duplex: "half" }, 411],
])("a body too large, or of no known size, is refused in a sentence (%#)", async (init, status) => {
  const answer = await club.fetch("/login", { method: "POST", ...(init as RequestInit) });
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain("Please go back and send something smaller.");
});

test("a request with a hostile host header stays a 4xx or a page", async () => {
  const { port } = new URL(club.url);
  const status = await new Promise<number>((resolve, reject) => {
    request({ port, path: "/", headers: { Host: "evil.example" } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
  expect(status).toBeLessThan(500);
});

test.each(["/", "/about", "/healthz", "/robots.txt", "/no-such-page"])(
  "a GET of %s may bring a body",
  async (path) => {
    const { port } = new URL(club.url);
    const status = await new Promise<number>((resolve, reject) => {
      const asking = request({ port, path, agent: false, headers: { "Content-Length": 3 } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asking.on("error", reject).end("a=b");
    });
    expect(status).toBe(path === "/no-such-page" ? 404 : 200);
  },
);

test.each([
  ["/about/", "/about"],
  ["/about//?x=1", "/about?x=1"],
  ["//evil.example/", "/evil.example"],
  ["///evil.example//", "/evil.example"],
])("%s leads to the one address of its page, never to another site", async (path, address) => {
  const response = await fetch(club.url + path, { redirect: "manual" });
  expect([response.status, response.headers.get("Location")]).toEqual([301, address]);
});

test("robots and the sitemap lead to the public pages", async () => {
  const robots = await (await club.fetch("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${club.url}/sitemap.xml`);
  expect(robots).toContain("Disallow: /dashboard");
  const map = await (await club.fetch("/sitemap.xml")).text();
  const places = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url);
  expect(places).toHaveLength(5);
  for (const place of places) expect((await fetch(place)).status, place).toBe(200);
});
