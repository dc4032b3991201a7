import { beforeEach, expect, test, vi } from "vitest";
import { withPageCache } from "#app/http/page-cache.ts";

let rendered = 0;
let at = Date.UTC(2027, 0, 1);
beforeEach(() => {
  rendered = 0;
  at += 60_000;
});

const origin = "https://oten.example";
const page = (nonce: string, init?: ResponseInit) =>
  new Response(`<script nonce="${nonce}"></script>${++rendered}`, {
    headers: { "Content-Type": "text/html" },
    ...init,
  });

interface Ask {
  path?: string;
  init?: RequestInit;
  after?: number;
  nonce?: string;
  timeZone?: string;
  answer?: ResponseInit;
}

const ask = async ({ path = "/about", init, after = 0, nonce = "a", timeZone = "UTC", answer }: Ask = {}) => {
  const visit = { now: new Date(at + after), nonce, timeZone };
  const response = await withPageCache(new Request(origin + path, init), visit, async () =>
    page(nonce, answer),
  );
  return response.text();
};

test("a page is rendered once a second, and every visitor gets a nonce of their own", async () => {
  expect(await ask({ nonce: "aaa" })).toBe('<script nonce="aaa"></script>1');
  expect(await ask({ nonce: "bbb", after: 999 })).toBe('<script nonce="bbb"></script>1');
  expect(await ask({ nonce: "ccc", after: 1000 })).toBe('<script nonce="ccc"></script>2');
});

test.each<[string, Ask]>([
  ["whoever brings a cookie", { init: { headers: { Cookie: "session=1" } } }],
  ["a form", { init: { method: "POST" } }],
  ["a page that is not public", { path: "/dashboard" }],
  ["an address with a query", { path: "/about?x=1" }],
])("%s is never answered from what was kept", async (_, visit) => {
  await ask(visit);
  await ask(visit);
  expect(rendered).toBe(2);
});

test.each<[string, ResponseInit]>([
  ["a failure", { status: 500 }],
  ["an answer that sets a cookie", { headers: { "Set-Cookie": "session=1" } }],
])("%s is not kept", async (_, answer) => {
  await ask({ answer });
  await ask({ answer });
  expect(rendered).toBe(2);
});

test("zones and hosts are kept apart", async () => {
  await ask();
  await ask({ timeZone: "Asia/Tokyo" });
  expect(rendered).toBe(2);
});

test("what is kept is bounded, whatever hosts are asked for", async () => {
  const forget = vi.spyOn(Map.prototype, "clear");
  for (let host = 0; host < 250; host++) {
    const visit = { now: new Date(at), nonce: "a", timeZone: `Zone/${host}` };
    await withPageCache(new Request(`https://${host}.example/about`), visit, async () => page("a"));
  }
  expect(forget).toHaveBeenCalled();
  forget.mockRestore();
});
