import { expect, test } from "vitest";
import { login, newEmail, signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { builtFolder } from "#tests/support/quick-hashes.ts";

const club = openClub({ bundleFolder: builtFolder });

test("hashes a password again at sign-in when its hash uses weaker parameters", async () => {
  const email = newEmail();
  await signUp(club, email);
  const loadHash = () =>
    club.binding
      .prepare("SELECT password_hash FROM users WHERE email = ?")
      .bind(email)
      .first<string>("password_hash");
  const weak = await loadHash();
  expect(weak).toMatch(/^\$scrypt\$ln=10,r=8,p=3\$/);
  await login(club, email, { password: "Wrong-5-Leves" });
  expect(await loadHash()).toBe(weak);
  expect((await login(club, email)).status).toBe(302);
  expect(await loadHash()).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect((await login(club, email)).status).toBe(302);
});
