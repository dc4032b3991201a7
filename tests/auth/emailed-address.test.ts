import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { findEmailedAddress, rememberEmailed, resendPauseSeconds } from "#app/auth/device.server.ts";
import { openCookies } from "#app/http/cookies.ts";

const env = { SESSION_SECRET: "a-secret-of-this-test-and-no-other" };
const first = Date.now();

/** A browser that keeps its cookies, at a time. */
function openBrowser() {
  let Cookie = "";
  const visit = async (at: number) => {
    const request = new Request("https://oten.example/", { headers: { Cookie } });
    const cookies = await openCookies(request, env as Env);
    return { env, now: new Date(at), cookies } as unknown as AppLoadContext;
  };
  return {
    async ask(at: number, address: string, purpose?: "reset") {
      const context = await visit(at);
      rememberEmailed(context, address, purpose);
      [Cookie = ""] = (await context.cookies.serialize()).map((line) => line.split(";")[0] ?? "");
      return Cookie;
    },
    async pause(at: number, address: string, purpose?: "reset") {
      return resendPauseSeconds(await visit(at), address, purpose);
    },
    async find() {
      return findEmailedAddress(await visit(first));
    },
  };
}

test("the pause of an address ends exactly one minute after it was asked for", async () => {
  const browser = openBrowser();
  await browser.ask(first, "anna@oten.example", "reset");
  const pauses = await Promise.all(
    [0, 1, 1_000, 59_000, 59_999, 60_000, 60_001, 3_600_000].map((laterMs) =>
      browser.pause(first + laterMs, "anna@oten.example", "reset"),
    ),
  );
  expect(pauses).toEqual([60, 60, 59, 1, 1, 0, 0, 0]);
  // The clock of another machine is behind.
  expect(await browser.pause(first - 5_000, "anna@oten.example", "reset")).toBe(60);
});

test("after the third time the pause ends an hour after the first, as long as the database sends nothing", async () => {
  const browser = openBrowser();
  const address = "anna@oten.example";
  const pauses: number[] = [];
  for (const minutes of [0, 1, 20, 60, 61]) {
    await browser.ask(first + minutes * 60_000, address, "reset");
    pauses.push(await browser.pause(first + minutes * 60_000, address, "reset"));
  }
  expect(pauses).toEqual([60, 60, 40 * 60, 60, 19 * 60]);
});

test("each address and each kind of email has its own pause", async () => {
  const browser = openBrowser();
  await browser.ask(first, "anna@oten.example");
  await browser.ask(first + 1_000, "anna@oten.example", "reset");
  await browser.ask(first + 2_000, "bela@oten.example", "reset");
  const at = first + 2_000;
  expect(await browser.pause(at, "anna@oten.example")).toBe(58);
  expect(await browser.pause(at, "anna@oten.example", "reset")).toBe(59);
  expect(await browser.pause(at, "bela@oten.example", "reset")).toBe(60);
  expect(await browser.pause(at, "bela@oten.example")).toBe(0);
  expect(await browser.find()).toBe("anna@oten.example");
});

test("the longest addresses fit into a cookie", async () => {
  const browser = openBrowser();
  const addresses = ["あ", "い", "う", "え"].map((letter) => `${letter.repeat(247)}@oten.hu`.slice(-254));
  const sizes: number[] = [];
  for (const address of addresses) sizes.push((await browser.ask(first, address, "reset")).length);
  expect(Math.max(...sizes)).toBeLessThan(4_000);
  expect(await Promise.all(addresses.map((address) => browser.pause(first, address, "reset")))).toEqual([
    0, 60, 60, 60,
  ]);
});
