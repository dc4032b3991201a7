import { expect, test } from "vitest";
import { openCookies } from "#app/http/cookies.ts";
import type { CookieName } from "#app/lib/privacy/kept-times.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { emailEnv } from "#tests/support/emails.ts";

const url = "https://oten.example/";

const open = (Cookie: string) => openCookies(new Request(url, { headers: { Cookie } }), emailEnv);

const write = async (name: CookieName, value: string) => {
  const cookies = await open("");
  cookies.set(name, value);
  const [line = ""] = await cookies.serialize();
  return line.split(";")[0] ?? "";
};

test("what was set is read again, under its name only", async () => {
  const cookies = await open(`${await write("next", "/quiz?ü=…")}; ${await write("emailed", "é")}`);
  expect([cookies.get("next"), cookies.get("emailed"), cookies.get("notice")]).toEqual([
    "/quiz?ü=…",
    "é",
    undefined,
  ]);
});

test.each([
  ["no base64", "next", "%%%"],
  ["no JSON", "next", btoa("nothing")],
  ["no text", "next", btoa('{"a":1}')],
  ["empty", "next", ""],
  ["without signature", "emailed", btoa('"[]"')],
  ["with a signature that is no base64", "emailed", `${btoa('"[]"')}.!!!`],
  ["with a wrong signature", "emailed", `${btoa('"[]"')}.${"A".repeat(43)}`],
] as const)("a cookie that the Worker did not write is not read: %s", async (_, name, value) => {
  expect((await open(`__Host-${name}=${value}`)).get(name)).toBeUndefined();
});

test("over TLS a cookie without the prefix, which another site can set, is not read", async () => {
  expect((await open(writeCookie("next", "/quiz"))).get("next")).toBeUndefined();
});

test("the last change of a cookie counts", async () => {
  const cookies = await open("");
  cookies.set("notice", "saved");
  cookies.delete("notice");
  expect(await cookies.serialize()).toEqual([
    "__Host-notice=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax",
  ]);
});
