import { expect, test } from "vitest";
import { hashToken } from "#app/auth/tokens.server.ts";
import { sessions } from "#app/db/schema.ts";
import { createFormPost } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { bookGuests, manyDiners, openDinner } from "#tests/support/events.ts";

const club = openClub({ vars: { APP_ENV: "production" } });

test.each([
  "/dev/components",
  "/dev/components?_data=routes/dev.components",
  "/dev/outbox",
  "/dev/outbox.json",
  "/dev/outbox/1",
  "/dev/google",
  "/dev/google/userinfo",
  "/dev/checkout",
  "/dev/checkout?session=cs_local_e30",
  "/auth/google/callback",
])("%s is not there", async (path) => {
  expect((await club.fetch(path)).status).toBe(404);
});

test.each(["/dev/google", "/dev/google/token", "/auth/google", "/dev/checkout", "/webhooks/stripe"])(
  "nothing can be posted to %s",
  async (path) => {
    expect((await club.fetch(path, createFormPost({}))).status).toBe(404);
  },
);

test("without keys, nobody is offered Google", async () => {
  for (const path of ["/login", "/register"]) {
    expect(await (await club.fetch(path)).text()).not.toContain("Google");
  }
});

test("without keys, nobody is offered a deposit, and the page says so", async () => {
  const [userId = ""] = await manyDiners(club, 1);
  const [booking = ""] = await bookGuests(club, [userId], await openDinner(club));
  const expiresAt = new Date(Date.now() + 30 * 86_400_000);
  await club.db
    .insert(sessions)
    .values({ tokenHash: hashToken("mine"), userId, createdAt: new Date(), expiresAt });
  const headers = { Cookie: "session=mine" };
  for (const path of [
    `/events?booked=${booking}`,
    "/dashboard/bookings",
    `/dashboard/bookings/${booking}`,
    `/payment?booking=${booking}`,
  ]) {
    const html = await (await club.fetch(path, { headers })).text();
    expect(html).not.toContain("Pay Deposit");
  }
  expect(await (await club.fetch("/payment", { headers })).text()).toContain(
    "This club takes no deposit at the moment.",
  );
  const pressed = await club.fetch("/payment", { ...createFormPost({ booking }), headers });
  expect([pressed.status, pressed.headers.get("Location")]).toEqual([303, `/payment?booking=${booking}`]);
});
