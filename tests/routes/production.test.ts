import { expect, test } from "vitest";
import { form } from "../support/accounts.ts";
import { openClub } from "../support/club.ts";

const club = openClub({ vars: { APP_ENV: "production" } });

test.each([
  "/dev/components",
  "/dev/components?_data=routes/dev.components",
  "/dev/outbox",
  "/dev/outbox.json",
  "/dev/outbox/1",
  "/dev/google",
  "/dev/google/userinfo",
  "/auth/google/callback",
])("%s is not there", async (path) => {
  expect((await club.fetch(path)).status).toBe(404);
});

test.each(["/dev/google", "/dev/google/token", "/auth/google"])(
  "nothing can be posted to %s",
  async (path) => {
    expect((await club.fetch(path, form({}))).status).toBe(404);
  },
);

test("without keys, nobody is offered Google", async () => {
  for (const path of ["/login", "/register"]) {
    expect(await (await club.fetch(path)).text()).not.toContain("Google");
  }
});
