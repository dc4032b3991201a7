import { expect, test } from "vitest";
import { users } from "#app/db/schema/account.ts";
import { describeError, logError } from "#app/log.ts";
import { openClub } from "#tests/support/club.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";

const club = openClub();

const person = {
  id: "zsofi",
  email: "zsofi.private@oten.example",
  firstName: "Zsófi",
  lastName: "Kiss",
  userName: "Zsófi",
  passwordHash: "scrypt$very$secret",
  createdAt: new Date(0),
};

async function failWithPersonalData(): Promise<unknown> {
  await club.db.insert(users).values(person).onConflictDoNothing();
  return club.db
    .insert(users)
    .values({ ...person, id: "other" })
    .catch((error: unknown) => error);
}

test("says of a failed query what failed and in which query, without its parameters", async () => {
  const error = await failWithPersonalData();
  expect(String(error)).toContain(person.email);
  expect(describeError(error)).toMatch(/UNIQUE constraint failed: users\.email.* in insert into "users"/);
  logError("something failed", error, { requestId: "1" });
  const line = takeConsoleErrors().join();
  expect(line).toContain('"event":"something failed"');
  expect(line).toContain("log.test.ts");
  for (const secret of [person.email, person.passwordHash, person.lastName])
    expect(line).not.toContain(secret);
});
