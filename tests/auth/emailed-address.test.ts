import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { findEmailedAddress, rememberEmailed, resendPauseSeconds } from "#app/auth/emailed-address.server.ts";

const env = { SESSION_SECRET: "a-secret-of-this-test-and-no-other" };
const first = Date.now();

/** A browser that keeps its cookies, at a time. */
function openBrowser() {
  let Cookie = "";
  const visit = (at: number) => ({
    request: new Request("https://oten.example/", { headers: { Cookie } }),
    context: { env, now: new Date(at), cookies: [] as string[] } as unknown as AppLoadContext,
  });
  return {
    ask(at: number, address: string, purpose?: "reset") {
      const { request, context } = visit(at);
      rememberEmailed(request, context, address, purpose);
      [Cookie = ""] = context.cookies.map((line) => line.split(";")[0] ?? "");
      return Cookie;
    },
    pause(at: number, address: string, purpose?: "reset") {
      const { request, context } = visit(at);
      return resendPauseSeconds(request, context, address, purpose);
    },
    find() {
      const { request, context } = visit(first);
      return findEmailedAddress(request, context);
    },
  };
}

test("the pause of an address ends exactly one minute after it was asked for", () => {
  const browser = openBrowser();
  browser.ask(first, "anna@oten.example", "reset");
  const pauses = [0, 1, 1_000, 59_000, 59_999, 60_000, 60_001, 3_600_000].map((laterMs) =>
    browser.pause(first + laterMs, "anna@oten.example", "reset"),
  );
  expect(pauses).toEqual([60, 60, 59, 1, 1, 0, 0, 0]);
  // The clock of another machine is behind.
  expect(browser.pause(first - 5_000, "anna@oten.example", "reset")).toBe(60);
});

test("after the fifth time the pause is fifteen minutes, as long as the database sends nothing", () => {
  const browser = openBrowser();
  const address = "anna@oten.example";
  const pauses = [0, 1, 2, 3, 4, 5].map((minutes) => {
    browser.ask(first + minutes * 60_000, address, "reset");
    return browser.pause(first + minutes * 60_000, address, "reset");
  });
  expect(pauses).toEqual([60, 60, 60, 60, 900, 900]);
});

test("each address and each kind of email has its own pause", () => {
  const browser = openBrowser();
  browser.ask(first, "anna@oten.example");
  browser.ask(first + 1_000, "anna@oten.example", "reset");
  browser.ask(first + 2_000, "bela@oten.example", "reset");
  const at = first + 2_000;
  expect(browser.pause(at, "anna@oten.example")).toBe(58);
  expect(browser.pause(at, "anna@oten.example", "reset")).toBe(59);
  expect(browser.pause(at, "bela@oten.example", "reset")).toBe(60);
  expect(browser.pause(at, "bela@oten.example")).toBe(0);
  expect(browser.find()).toBe("anna@oten.example");
});

test("the longest addresses fit into a cookie", () => {
  const browser = openBrowser();
  const addresses = ["あ", "い", "う", "え"].map((letter) => `${letter.repeat(247)}@oten.hu`.slice(-254));
  const sizes = addresses.map((address) => browser.ask(first, address, "reset").length);
  expect(Math.max(...sizes)).toBeLessThan(4_000);
  expect(addresses.map((address) => browser.pause(first, address, "reset"))).toEqual([0, 60, 60, 60]);
});
