import { beforeEach, expect, test } from "vitest";
import { withPageCache } from "#app/http/page-cache.ts";

let renderCount = 0;
let nowMs = Date.UTC(2027, 0, 1);
beforeEach(() => {
  renderCount = 0;
  nowMs += 60_000;
});

const origin = "https://oten.example";
const renderPage = (nonce: string, init?: ResponseInit) =>
  new Response(`<script nonce="${nonce}"></script>${++renderCount}`, {
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
}

async function visit({
  host = origin,
  path = "/about",
  init,
  afterMs = 0,
  nonce = "a",
  timeZone = "UTC",
  response,
}: Visit = {}): Promise<string> {
  const visitor = { now: new Date(nowMs + afterMs), nonce, timeZone };
  const page = await withPageCache(new Request(host + path, init), visitor, async () =>
    renderPage(nonce, response),
  );
  return page.text();
}

test("renders a page once a second, and gives every visitor their own nonce", async () => {
  expect(await visit({ nonce: "aaa" })).toBe('<script nonce="aaa"></script>1');
  expect(await visit({ nonce: "bbb", afterMs: 999 })).toBe('<script nonce="bbb"></script>1');
  expect(await visit({ nonce: "ccc", afterMs: 1000 })).toBe('<script nonce="ccc"></script>2');
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
