import { expect, test } from "vitest";
import { isCrossSite } from "#app/http/request-rules.ts";

const site = "https://oten.example";
const isRefused = (method: string, headers: Record<string, string>) =>
  isCrossSite(new Request(`${site}/logout`, { method, headers }));

test.each(["GET", "HEAD", "OPTIONS"])("accepts %s from any site", (method) => {
  expect(isRefused(method, { "Sec-Fetch-Site": "cross-site" })).toBe(false);
});

test.each<[string, Record<string, string>]>([
  ["our own form", { "Sec-Fetch-Site": "same-origin", Origin: site }],
  ["our own form in a browser without fetch metadata", { Origin: site }],
  ["our own form from a page that hides its origin header", { "Sec-Fetch-Site": "same-origin" }],
])("accepts a POST from %s", (_, headers) => {
  expect(isRefused("POST", headers)).toBe(false);
});

test.each<[string, Record<string, string>]>([
  ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
  ["another site in a browser without fetch metadata", { Origin: "https://evil.example" }],
  ["another subdomain", { "Sec-Fetch-Site": "same-site", Origin: "https://blog.oten.example" }],
  ["a sandboxed frame", { Origin: "null" }],
  ["a sandboxed frame that claims to be ours", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
  ["the same host on another port", { Origin: "https://oten.example:8443" }],
  ["the same host without TLS", { Origin: "http://oten.example" }],
  ["a longer domain that ends with ours", { Origin: "https://nototen.example" }],
  ["a client without these headers", {}],
])("refuses every method that changes something from %s", (_, headers) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"])
    expect(isRefused(method, headers)).toBe(true);
});
