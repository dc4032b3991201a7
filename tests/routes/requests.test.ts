import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { errorMessage } from "#app/lib/error-messages.ts";
import { openClub } from "#tests/support/club.ts";
import { signUpDiner } from "#tests/support/events.ts";
import { findLinks, parsePage, readAlerts, readHeading, readPageText } from "#tests/support/html.ts";

const club = openClub();
const pages = [
  "/",
  "/about",
  "/contact",
  "/privacy",
  "/terms",
  "/who-sees-what",
  "/no-such-page",
  "/dev/components",
];

describe.each(pages)("%s", (path) => {
  test("has a strict Content-Security-Policy with a new nonce for each response", async () => {
    const [first, second] = await Promise.all([club.fetch(path), club.fetch(path)]);
    const policy = first.headers.get("Content-Security-Policy") ?? "";
    const nonce = /'nonce-([0-9a-f]{32})'/.exec(policy)?.[1];
    expect(nonce).toBeDefined();
    expect(second.headers.get("Content-Security-Policy")).not.toContain(nonce);
    expect(policy).not.toContain("unsafe");

    const page = await parsePage(first);
    const scripts = page.querySelectorAll("script");
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script.getAttribute("nonce")).toBe(nonce);
    const attributes = page.querySelectorAll("*").flatMap((element) => Object.keys(element.attributes));
    expect(attributes.filter((name) => name === "style" || name.startsWith("on"))).toEqual([]);
    await second.body?.cancel();
  });

  test("answers HEAD with the status of GET and no body", async () => {
    const [get, head] = await Promise.all([club.fetch(path), club.fetch(path, { method: "HEAD" })]);
    expect(head.status).toBe(get.status);
    expect(await head.text()).toBe("");
    await get.body?.cancel();
  });
});

test("browsers may fetch ahead only pages that mark nothing as seen", async () => {
  const { cookie } = await signUpDiner(club);
  const load = (path: string) => club.fetch(path, { headers: { Cookie: cookie } });
  const page = await parsePage(await load("/events"));
  const rules = JSON.parse(page.querySelector("script[type=speculationrules]")?.textContent ?? "");
  const paths: string[] = [...rules.prerender, ...rules.prefetch].flatMap(({ where }) => where.href_matches);
  expect(paths).toEqual(expect.arrayContaining(["/about", "/events", "/dashboard/bookings"]));
  for (const path of paths) {
    const response = await load(path);
    expect(response.headers.getSetCookie().join(), path).not.toMatch(/\b(seen|notice)=/);
    await response.body?.cancel();
  }
});

test("caches hashed files for a year, and links the manifest's icons to files that exist", async () => {
  const page = await parsePage(await club.fetch("/"));
  const stylesheet = page.querySelector("link[rel=stylesheet]")?.getAttribute("href") ?? "";
  expect(stylesheet).toMatch(/^\/assets\//);
  expect((await club.fetch(stylesheet)).headers.get("Cache-Control")).toBe(
    "public, max-age=31536000, immutable",
  );
  const manifest = await club.fetch("/manifest.webmanifest");
  expect(manifest.headers.get("Content-Type")).toContain("application/manifest+json");
  for (const { src } of ((await manifest.json()) as { icons: { src: string }[] }).icons) {
    expect((await club.fetch(src)).status, src).toBe(200);
  }
});

test("protects files as it does pages, and lets emails of any provider show their pictures", async () => {
  const stylesheet = (await parsePage(await club.fetch("/")))
    .querySelector("link[rel=stylesheet]")
    ?.getAttribute("href");
  const policies = [
    [stylesheet ?? "", "same-origin"],
    ["/favicon.svg", "same-origin"],
    ["/mail-mark.png", "cross-origin"],
    ["/social-card.jpg", "cross-origin"],
  ] as const;
  for (const [path, policy] of policies) {
    const { headers } = await club.fetch(path);
    expect(headers.get("Cross-Origin-Resource-Policy"), path).toBe(policy);
    expect(headers.get("Cross-Origin-Opener-Policy"), path).toBe("same-origin");
    expect(headers.get("Strict-Transport-Security"), path).toBe("max-age=63072000; includeSubDomains");
  }
});

test.each(["cross-site", "same-site"])("refuses a %s POST with an explanation", async (site) => {
  const response = await club.fetch("/", { method: "POST", headers: { "Sec-Fetch-Site": site } });
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("doesn’t seem to come from one of our pages");
});

describe("a form that is refused before its route", () => {
  const headers = { Accept: "text/html,*/*;q=0.8", "Content-Type": "application/x-www-form-urlencoded" };
  const post = (path: string, bytes: number, more: Record<string, string> = {}) =>
    club.fetch(path, { method: "POST", headers: { ...headers, ...more }, body: "a".repeat(bytes) });
  const fromOtherSite = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  const tooLong = 65 * 1024;

  test.each([
    ["a too long one", 413, "That’s more than we can take", 1_100_000, {}],
    ["one of another site", 403, "We couldn’t accept this form", 9, fromOtherSite],
    ["a large one of another site", 403, "We couldn’t accept this form", 3_000_000, fromOtherSite],
  ])("is answered with a page: %s", async (_, status, heading, bytes, more) => {
    const response = await post("/login", bytes, more);
    expect(response.status).toBe(status);
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    expect(response.headers.getSetCookie()).toEqual([]);
    const page = await parsePage(response);
    expect(readHeading(page)).toBe(heading);
    // They would tell other tabs that nobody is signed in, because a request from another site has no cookies.
    expect(page.querySelectorAll("script")).toEqual([]);
  });

  test.each([
    [413, tooLong, {}],
    [403, 9, fromOtherSite],
  ])("is answered with a sentence for programs: %i", async (status, bytes, more) => {
    const response = await post("/login", bytes, { ...more, Accept: "*/*" });
    expect(response.status).toBe(status);
    expect(response.headers.get("Content-Type")).toContain("text/plain");
    expect(await response.text()).toBe(errorMessage(status).text);
  });

  test("has no page of its own for visitors", async () => {
    const response = await club.fetch("/refused");
    expect(response.status).toBe(404);
    expect(readHeading(await parsePage(response))).toBe("Page not found");
    const posted = await post("/refused", 9);
    expect(posted.status).toBe(405);
    await posted.body?.cancel();
  });
});

test("reports the version at /healthz", async () => {
  const response = await club.fetch("/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

test.each([
  ["POST", "/", 405],
  ["POST", "/no-such-page", 404],
  ["DELETE", "/about", 405],
  ["PUT", "/healthz", 405],
  ["PROPFIND", "/", 405],
  ["GET", "/?_data=root", 200],
  ["GET", "/?_data=nonsense", 200],
  ["GET", "/?index&_data=routes/../../etc/passwd", 200],
  ["POST", "/about?_data=routes/_site.about", 405],
])("answers %s %s with %i", async (method, path, status) => {
  const response = await club.fetch(path, { method });
  expect(response.status).toBe(status);
  await response.body?.cancel();
});

test("answers with the page also where only the data of its loader is asked for", async () => {
  const response = await club.fetch("/?_data=root");
  expect(response.headers.get("Content-Type")).toContain("text/html");
  expect(readHeading(await parsePage(response))).toBe(readHeading(await parsePage(await club.fetch("/"))));
});

test("lists the allowed methods in a 405 response to a POST", async () => {
  for (const path of ["/about", "/healthz", "/onboarding"]) {
    const response = await club.fetch(path, { method: "POST" });
    expect([response.status, response.headers.get("Allow")], path).toEqual([405, "GET, HEAD"]);
    expect(await response.text()).not.toContain("Unexpected");
  }
});

test("allows no methods besides GET, HEAD and POST", async () => {
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    for (const path of ["/", "/quiz", "/identity", "/quiz/answers", "/no-such-page"]) {
      const response = await club.fetch(path, { method });
      expect([response.status, response.headers.get("Allow")], `${method} ${path}`).toEqual([
        405,
        "GET, HEAD, POST",
      ]);
    }
  }
  expect((await club.fetch("/quiz/answers")).headers.get("Allow")).toBe("POST");
});

test("ignores a forged X-Forwarded-Host", async () => {
  const headers = { "X-Forwarded-Host": "evil.example", "Content-Type": "application/x-www-form-urlencoded" };
  const response = await club.fetch("/forgot-password", {
    method: "POST",
    headers,
    body: "email=nobody@oten.example",
  });
  expect(response.status).toBe(200);
});

test.each([
  { body: new Uint8Array(64 * 1024 + 1) },
  { body: `${"a&".repeat(12 * 1_048_576)}a` },
  { body: new Blob(["a&".repeat(12 * 1_048_576)]).stream(), duplex: "half" },
])(
  "refuses a body that is too large, also one that does not say its size, with an explanation (%#)",
  async (init) => {
    const response = await club.fetch("/login", { method: "POST", ...(init as RequestInit) });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain("Go back and send something shorter.");
  },
);

test("a text that is too long comes back with a sentence, to be shortened, up to 1 MB", async () => {
  const send = (body: URLSearchParams | string, type = "application/x-www-form-urlencoded") =>
    club.fetch("/login", {
      method: "POST",
      headers: { Accept: "text/html", "Content-Type": type },
      body: String(body),
    });
  const email = "Ő".repeat(60_000);
  const response = await send(new URLSearchParams({ email, password: "Sz1lvaspite" }));
  expect(response.status).toBe(413);
  const page = await parsePage(response);
  expect(readAlerts(page)).toEqual([
    "That’s longer than we can take, so nothing was saved. Shorten it, then send it again.",
  ]);
  expect(response.headers.get("Cache-Control")).toContain("no-store");
  expect(page.querySelector("[name=email]")?.getAttribute("value")).toBe(email);
  expect(page.querySelector("[name=password]")?.getAttribute("value")).toBeFalsy();
  const part = '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n';
  for (const [body, type] of [
    [String(new URLSearchParams({ email: email.repeat(3) }))],
    ["email&".repeat(20_000)],
    [`${part.repeat(1_500)}--x--`, "multipart/form-data; boundary=x"],
  ] as const) {
    const refused = await send(body, type);
    expect(refused.status).toBe(413);
    const refusal = await parsePage(refused);
    expect(readHeading(refusal)).toBe("That’s more than we can take");
    expect(findLinks(refusal, "Back Home")).toHaveLength(1);
  }
});

test("takes a small form that does not say its size", async () => {
  const response = await club.fetch("/forgot-password", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new Blob(["email=", "nobody@oten.example"]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(response.status).toBe(200);
  expect(await readPageText(response)).toContain("has an account, we’ve sent it a link.");
});

test("takes a form of 64 kB, and refuses 24 MB of fields before it parses them", async () => {
  const post = (body: string) =>
    club.fetch("/login", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
  expect((await post(`email=${"a".repeat(60 * 1024)}`)).status).toBe(400);
  const measureRefusal = async (body: string) => {
    const startedAt = performance.now();
    expect((await post(body)).status).toBe(413);
    return performance.now() - startedAt;
  };
  const oneField = "a".repeat(24 * 1_048_576);
  const manyFields = "a&".repeat(12 * 1_048_576);
  // The shortest of each, in turn, so that other work on the machine slows neither alone.
  const times: Record<"many" | "one", number[]> = { many: [], one: [] };
  for (let i = 0; i < 7; i++) {
    times.many.push(await measureRefusal(manyFields));
    times.one.push(await measureRefusal(oneField));
  }
  expect(Math.min(...times.many)).toBeLessThan(3 * Math.min(...times.one));
});

test("answers a forged Host header without a server error", async () => {
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
  "accepts a GET of %s with a body",
  async (path) => {
    const { port } = new URL(club.url);
    const status = await new Promise<number>((resolve, reject) => {
      const getRequest = request(
        { port, path, agent: false, headers: { "Content-Length": 3 } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      getRequest.on("error", reject).end("a=b");
    });
    expect(status).toBe(path === "/no-such-page" ? 404 : 200);
  },
);

test.each([
  ["/about/", "/about"],
  ["/about//?x=1", "/about?x=1"],
  ["//evil.example/", "/evil.example"],
  ["///evil.example//", "/evil.example"],
])("redirects %s to the canonical address, never to another site", async (path, address) => {
  const response = await club.fetchBare(path);
  expect([response.status, response.headers.get("Location")]).toEqual([301, address]);
});

test("lists the public pages in robots.txt and the sitemap", async () => {
  const robots = await (await club.fetch("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${club.url}/sitemap.xml`);
  expect(robots).toContain("Disallow: /dashboard");
  const sitemap = await parsePage(await club.fetch("/sitemap.xml"));
  const urls = sitemap.querySelectorAll("loc").map((element) => element.textContent);
  expect(urls).toHaveLength(6);
  for (const url of urls) expect((await fetch(url)).status, url).toBe(200);
});
