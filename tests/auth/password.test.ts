import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "#app/auth/password.server.ts";

test("a password verifies against its own hash and no other does", async () => {
  const hash = await hashPassword("Paprika-5-Demo");
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect(await verifyPassword("Paprika-5-Demo", hash)).toBe(true);
  expect(await verifyPassword("paprika-5-demo", hash)).toBe(false);
});

test("the same password never hashes the same twice", async () => {
  expect(await hashPassword("Paprika-5-Demo")).not.toBe(await hashPassword("Paprika-5-Demo"));
});

test("an accent typed in two ways is one password", async () => {
  const composed = "Tűzhely-Őrség-5";
  expect(await verifyPassword(composed.normalize("NFD"), await hashPassword(composed))).toBe(true);
});
