import { expect, test } from "vitest";
import { isCrossSite } from "#app/http/origin-check.ts";

const here = "https://oten.example";
const from = (method: string, headers: Record<string, string>) =>
  isCrossSite(new Request(`${here}/logout`, { method, headers }));

test.each(["GET", "HEAD", "OPTIONS"])("%s changes nothing and may come from anywhere", (method) => {
  expect(from(method, { "Sec-Fetch-Site": "cross-site" })).toBe(false);
});

test.each<[string, Record<string, string>]>([
  ["our own form", { "Sec-Fetch-Site": "same-origin", Origin: here }],
  ["our own form in a browser without fetch metadata", { Origin: here }],
  ["our own form from a page that hides its origin header", { "Sec-Fetch-Site": "same-origin" }],
])("%s is let in", (_, headers) => {
  expect(from("POST", headers)).toBe(false);
});

test.each<[string, Record<string, string>]>([
  ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
  ["another site that forges no metadata", { Origin: "https://evil.example" }],
  ["a sister domain", { "Sec-Fetch-Site": "same-site", Origin: "https://blog.oten.example" }],
  ["a sandboxed frame", { Origin: "null" }],
  ["a sandboxed frame that claims to be ours", { "Sec-Fetch-Site": "same-origin", Origin: "null" }],
  ["the same host on another port", { Origin: "https://oten.example:8443" }],
  ["the same host without TLS", { Origin: "http://oten.example" }],
  ["a longer name that ends in ours", { Origin: "https://nototen.example" }],
  ["a client that says nothing", {}],
])("%s is refused", (_, headers) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"])
    expect(from(method, headers)).toBe(true);
});
