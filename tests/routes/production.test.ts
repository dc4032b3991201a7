import { expect, test } from "vitest";
import { createFormPost, fetchStatus } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDiners } from "#tests/support/events.ts";
import { findButtons, findLinks, parsePage, readPageText } from "#tests/support/html.ts";
import { readOptions, sendNewPasskey, signInWithPasskey } from "#tests/support/passkeys.ts";
import { startSession } from "#tests/support/seated-diners.ts";
import { SoftwareAuthenticator } from "#tests/support/software-authenticator.ts";

const club = openClub({ vars: { APP_ENV: "production" } });

test.each([
  "/dev/components",
  "/dev/outbox",
  "/dev/outbox.json",
  "/dev/outbox/1",
  "/dev/google",
  "/dev/google/userinfo",
  "/dev/checkout",
  "/dev/checkout?session=cs_local_e30",
  "/auth/google/callback",
])("answers %s with 404", async (path) => {
  expect((await club.fetch(path)).status).toBe(404);
});

test.each(["/dev/google", "/dev/google/token", "/auth/google", "/dev/checkout", "/webhooks/stripe"])(
  "answers a POST to %s with 404",
  async (path) => {
    expect((await club.fetch(path, createFormPost({}))).status).toBe(404);
  },
);

test("hides the Google button without Google keys", async () => {
  for (const path of ["/login", "/register"]) {
    expect(await readPageText(await club.fetch(path)), path).not.toContain("Google");
  }
});

test("the landing page says nothing about deposits without Stripe keys", async () => {
  expect(await readPageText(await club.fetch("/"))).not.toMatch(/deposit|Stripe/i);
});

test("offers no deposit without Stripe keys and says so on the payment page", async () => {
  const [userId = ""] = await insertDiners(club, 1);
  const [booking = ""] = await bookForDiners(club, [userId], await createEvent(club));
  const headers = { Cookie: await startSession(club, { userId }) };
  for (const path of [
    `/events?booked=${booking}`,
    "/dashboard/bookings",
    `/dashboard/bookings/${booking}`,
    `/payment?booking=${booking}`,
  ]) {
    const page = await parsePage(await club.fetch(path, { headers }));
    expect([...findLinks(page, "Pay Deposit"), ...findButtons(page, "Pay Deposit")], path).toEqual([]);
  }
  expect(await readPageText(await club.fetch("/payment", { headers }))).toContain(
    "We take no deposit at the moment.",
  );
  const response = await club.fetch("/payment", { ...createFormPost({ booking }), headers });
  expect([response.status, response.headers.get("Location")]).toEqual([303, `/payment?booking=${booking}`]);
});

test("sends every other address and plain HTTP to its own with 308, and asks for TLS there without preload", async () => {
  for (const url of ["http://oten.example/events?x=1", "https://oten.workers.dev/events?x=1"]) {
    const response = await club.worker.dispatchFetch(url, { redirect: "manual" });
    expect([response.status, response.headers.get("Location")]).toEqual([
      308,
      "https://oten.example/events?x=1",
    ]);
  }
  const header = (await club.fetch("/events")).headers.get("Strict-Transport-Security");
  expect(header).toMatch(/^max-age=\d{8,}/);
  expect(header).not.toContain("preload");
});

test("keeps every cookie to this site and to TLS", async () => {
  const [userId = ""] = await insertDiners(club, 1);
  const cookie = await startSession(club, { userId }, { ageMs: 29 * 86_400_000 });
  expect(cookie).toMatch(/^__Host-session=/);
  const renewed = await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } });
  expect(renewed.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  expect(await fetchStatus(club, cookie.replace("__Host-", ""))).toBe(302);
});

test("takes passkeys of its own address only", async () => {
  const [userId = ""] = await insertDiners(club, 1);
  const cookie = await startSession(club, { userId });
  const authenticator = new SoftwareAuthenticator(club.url);
  const options = await readOptions(club, "register", cookie);
  expect(options.rp?.id).toBe("oten.example");
  expect((await sendNewPasskey(club, cookie, authenticator.register(options))).status).toBe(302);
  for (const origin of ["http://oten.example", "https://www.oten.example", "https://oten.example:8443"])
    expect((await signInWithPasskey(club, authenticator, { origin })).status, origin).toBe(400);
  const signedIn = await signInWithPasskey(club, authenticator);
  expect(signedIn.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^__Host-session=.*; HttpOnly; Secure; SameSite=Lax$/),
  );
});
