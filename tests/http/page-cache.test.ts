import { beforeEach, expect, test, vi } from "vitest";
import { withPageCache } from "#app/http/public-pages.ts";

let renderCount = 0;
let nowMs = Date.UTC(2027, 0, 1);
beforeEach(() => {
  renderCount = 0;
  nowMs += 2 * 86_400_000;
});

const origin = "https://oten.example";
const renderPage = (nonce: string, init?: ResponseInit, attributes = "") =>
  new Response(`<script nonce="${nonce}"${attributes}></script>${++renderCount}`, {
    headers: { "Content-Type": "text/html" },
    ...init,
  });

interface Visit {
  host?: string;
  path?: string;
  init?: RequestInit;
  afterMs?: number;
  nonce?: string;
  timeZone?: string;
  response?: ResponseInit;
  /** Of the page's first element. */
  attributes?: string;
  isLocal?: boolean;
  /** The database does not answer, and the page says so or does without. */
  fails?: "with an error" | "incomplete" | "never" | "slow";
}

const work: Promise<unknown>[] = [];

async function visit({
  host = origin,
  path = "/about",
  init,
  afterMs = 0,
  nonce = "a",
  timeZone = "UTC",
  response,
  attributes,
  isLocal = false,
  fails,
}: Visit = {}): Promise<string> {
  const visitor: Parameters<typeof withPageCache>[1] = {
    env: { APP_ENV: isLocal ? "local" : "production" },
    now: new Date(nowMs + afterMs),
    nonce,
    timeZone,
    waitUntil: (some) => work.push(some),
  };
  const page = await withPageCache(new Request(host + path, init), visitor, "version", async () => {
    if (fails === "never") return new Promise<never>(() => {});
    if (fails === "slow") await new Promise((resolve) => setTimeout(resolve, 2_000));
    if (fails === "incomplete") visitor.isIncomplete = true;
    return renderPage(nonce, fails === "with an error" ? { status: 500 } : response, attributes);
  });
  return page.text();
}

test("renders a page once a second in a local club, and gives every visitor their own nonce", async () => {
  expect(await visit({ isLocal: true, nonce: "aaa" })).toBe('<script nonce="aaa"></script>1');
  expect(await visit({ isLocal: true, nonce: "bbb", afterMs: 999 })).toBe('<script nonce="bbb"></script>1');
  expect(await visit({ isLocal: true, nonce: "ccc", afterMs: 1000 })).toBe('<script nonce="ccc"></script>2');
});

test("in a local club, also a slow machine shows what was changed", async () => {
  vi.useFakeTimers();
  await visit({ isLocal: true });
  const changed = visit({ isLocal: true, afterMs: 1000, fails: "slow" });
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  expect(await changed).toContain(">2");
});

test("serves a page for a minute, and the old one once more while it is renewed", async () => {
  expect(await visit()).toContain(">1");
  expect(await visit({ afterMs: 59_000 })).toContain(">1");
  expect(await visit({ afterMs: 61_000, nonce: "b" })).toBe('<script nonce="b"></script>1');
  expect(await visit({ afterMs: 61_000 })).toContain(">2");
  expect(renderCount).toBe(2);
});

test("serves no page that is older than ten minutes, but while the database does not answer", async () => {
  await visit();
  for (const fails of ["with an error", "incomplete", "never"] as const)
    expect(await visit({ afterMs: 3_600_000, fails })).toContain(">1");
  expect(await visit({ afterMs: 3_600_000 })).toMatch(/>[^1]/);
});

test("serves whoever has a cookie the page of nobody while theirs can’t be made", async () => {
  const init = { headers: { Cookie: "session=1" } };
  await visit();
  expect(await visit({ init, fails: "with an error" })).toContain(">1");
  expect(await visit({ init })).toContain(">3");
});

test("a page that is gone is gone, also where an old one is kept", async () => {
  await visit();
  expect(await visit({ afterMs: 3_600_000, response: { status: 404 } })).toContain(">2");
});

test("renews a page that many look at, also after a renewal that failed", async () => {
  await visit();
  await visit({ afterMs: 61_000, fails: "with an error" });
  for (const afterMs of [66_000, 72_000]) expect(await visit({ afterMs })).toContain(">1");
  expect(await visit({ afterMs: 73_000 })).toContain(">3");
});

test("the page of nobody does not tell the browser of whoever has a cookie that nobody is signed in", async () => {
  const page = (init?: RequestInit, status = 200) =>
    visit({ path: "/privacy", ...(init && { init }), response: { status }, attributes: ' data-user-id=""' });
  expect(await page()).toContain("data-user-id");
  expect(await page()).toContain("data-user-id");
  expect(await page({ headers: { Cookie: "session=1" } }, 500)).toBe('<script nonce="a"></script>1');
});

test("serves nothing after a day", async () => {
  await visit();
  expect(await visit({ afterMs: 86_400_000, fails: "with an error" })).toContain(">2");
});

test.each<[string, Visit]>([
  ["a visitor with a cookie", { init: { headers: { Cookie: "session=1" } } }],
  ["a form", { init: { method: "POST" } }],
  ["a page that is not public", { path: "/dashboard" }],
  ["an address with a query", { path: "/about?x=1" }],
])("renders every time for %s", async (_, options) => {
  await visit(options);
  await visit(options);
  expect(renderCount).toBe(2);
});

test.each<[string, ResponseInit]>([
  ["an error", { status: 500 }],
  ["a response that sets a cookie", { headers: { "Set-Cookie": "session=1" } }],
])("does not cache %s", async (_, response) => {
  await visit({ response });
  await visit({ response });
  expect(renderCount).toBe(2);
});

test("caches a page separately for each time zone and host", async () => {
  await visit();
  await visit({ timeZone: "Asia/Tokyo" });
  expect(renderCount).toBe(2);
  await visit({ host: "https://other.example" });
  expect(renderCount).toBe(3);
});

test("drops cached pages when there are more than 200", async () => {
  for (let i = 0; i < 250; i++) await visit({ host: `https://${i}.example`, timeZone: `Zone/${i}` });
  await visit({ host: "https://249.example", timeZone: "Zone/249" });
  expect(renderCount).toBe(250);
  await visit({ host: "https://0.example", timeZone: "Zone/0" });
  expect(renderCount).toBe(251);
});
