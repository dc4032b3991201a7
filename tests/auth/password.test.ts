import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "#app/auth/password.server.ts";

test("verifies a password against its own hash, and no other password", async () => {
  const hash = await hashPassword("Paprika-5-Demo");
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect(await verifyPassword("Paprika-5-Demo", hash)).toBe(true);
  expect(await verifyPassword("paprika-5-demo", hash)).toBe(false);
});

test("hashes the same password differently each time", async () => {
  expect(await hashPassword("Paprika-5-Demo")).not.toBe(await hashPassword("Paprika-5-Demo"));
});

test("verifies a password whose accents are encoded in another way", async () => {
  const composed = "Tűzhely-Őrség-5";
  expect(await verifyPassword(composed.normalize("NFD"), await hashPassword(composed))).toBe(true);
});
