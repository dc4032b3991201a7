import { expect, test } from "vitest";
import { isSignatureValid, listKeys, sign } from "#app/lib/signatures.server.ts";

const [old, current] = ["the old secret", "the new secret"];

test("what the previous secret signed is valid until it is deleted", () => {
  const signature = sign({ SESSION_SECRET: old }, "cancel link", "booking");
  const isValid = (secrets: { SESSION_SECRET: string; SESSION_SECRET_PREVIOUS?: string }) =>
    isSignatureValid(secrets, signature, "cancel link", "booking");
  expect(isValid({ SESSION_SECRET: old })).toBe(true);
  expect(isValid({ SESSION_SECRET: current, SESSION_SECRET_PREVIOUS: old })).toBe(true);
  expect(isValid({ SESSION_SECRET: current })).toBe(false);
  expect(isValid({ SESSION_SECRET: current, SESSION_SECRET_PREVIOUS: "" })).toBe(false);
});

test("signs with the current secret alone", () => {
  const signature = sign({ SESSION_SECRET: current, SESSION_SECRET_PREVIOUS: old }, "cancel link", "booking");
  expect(isSignatureValid({ SESSION_SECRET: current }, signature, "cancel link", "booking")).toBe(true);
});

test("a signature is worth nothing for another use, another thing, or another split of its parts", () => {
  const secrets = { SESSION_SECRET: current };
  const signature = sign(secrets, "calendar link", "ab", "c");
  expect(isSignatureValid(secrets, signature, "calendar link", "ab", "c")).toBe(true);
  expect(isSignatureValid(secrets, signature, "cancel link", "ab", "c")).toBe(false);
  expect(isSignatureValid(secrets, signature, "calendar link", "a", "bc")).toBe(false);
  for (const given of [null, "", signature.slice(0, -1), `${signature}=`])
    expect(isSignatureValid(secrets, given, "calendar link", "ab", "c")).toBe(false);
});

test("lists the current key before the previous one, each different from the secret", () => {
  const keys = listKeys({ SESSION_SECRET: current, SESSION_SECRET_PREVIOUS: old }, "auth cookie");
  expect(keys).toEqual([
    ...listKeys({ SESSION_SECRET: current }, "auth cookie"),
    ...listKeys({ SESSION_SECRET: old }, "auth cookie"),
  ]);
  expect(keys.join()).not.toContain("secret");
});
