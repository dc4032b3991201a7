import { eq, inArray } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { brokenAddresses } from "#app/db/schema/outbox.ts";
import { outbox } from "#app/db/schema.ts";
import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import { beVerified } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";
import { signResendEvent } from "#tests/support/resend-webhook.ts";

const club = openClub();
const otherClub = openClub({ vars: { RESEND_WEBHOOK_SECRET: "" } });
const ops = connectOps(club);

afterEach(() => club.db.delete(brokenAddresses));

const post = (init: RequestInit, to = club) => to.fetchBare("/webhooks/resend", init);

const eventOf = (type: string, to: unknown, bounce?: object) => ({ type, data: { to, bounce } });
const bounced = (to: string) => eventOf("email.bounced", [to], { type: "Permanent" });
const listBroken = async () => (await club.db.select().from(brokenAddresses)).map(({ email }) => email);

const signed = signResendEvent(bounced("a@x.example"));
const withHeaders = (changes: Record<string, string>) => ({
  ...signed,
  headers: { ...signed.headers, ...changes },
});

test.each<[string, RequestInit]>([
  ["no signature", { ...signed, headers: {} }],
  ["another key", signResendEvent(bounced("a@x.example"), { signedWith: Buffer.from("other") })],
  ["a signature of before", signResendEvent(bounced("a@x.example"), { signedAtMs: Date.now() - 6 * 60_000 })],
  ["another body", { ...signed, body: JSON.stringify(bounced("b@x.example")) }],
  ["another id", withHeaders({ "svix-id": "msg_2" })],
  ["no time", withHeaders({ "svix-timestamp": "soon" })],
])("an event with %s changes nothing", async (_, init) => {
  expect((await post(init)).status).toBe(400);
  expect(await listBroken()).toEqual([]);
});

test("other events and nonsense are received, and change nothing", async () => {
  for (const event of [
    "",
    "{",
    "null",
    eventOf("email.delivered", ["a@x.example"]),
    eventOf("email.bounced", ["a@x.example"], { type: "Transient" }),
    eventOf("email.bounced", "a@x.example"),
    eventOf("email.bounced", Array(101).fill("a@x.example")),
    eventOf("email.complained", [`${"a".repeat(60_000)}@x.example`]),
  ])
    expect((await post(signResendEvent(event))).status, JSON.stringify(event).slice(0, 80)).toBe(200);
  expect(await listBroken()).toEqual([]);
  expect((await post(signed, otherClub)).status).toBe(404);
});

test("nothing is sent to an address that is broken, the diner is told, and says that it works again", async () => {
  const diner = await signUpDiner(club);
  for (let i = 0; i < 3; i++)
    expect((await post(signResendEvent(bounced(` ${diner.email.toUpperCase()}`)))).status).toBe(200);
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  await book(diner, eventId);
  await sendDueEmails({ db: club.db, env: { ...emailEnv, APP_ENV: "local" } as Env }, new Date(), 1_000);
  const readEmail = async () => (await club.db.select().from(outbox).where(eq(outbox.to, diner.email)))[0];
  // The club sends too, in the background, and may have taken the email first.
  await expect.poll(readEmail).toMatchObject({ sentAt: null, lastError: "emails to this address come back" });
  expect((await ops.run("outbox", "list", "--state", "expired")).out).toContain(
    "emails to this address come back",
  );
  expect((await ops.run("user", "show", diner.email)).out).toMatch(
    /gets no emails since .* came back: email allow/,
  );

  expect(await readPageText(await diner.get("/dashboard/bookings"))).toContain(
    `Our emails to ${diner.email} come back`,
  );
  await beVerified(club, diner.cookie);
  expect(await readPageText(await diner.get("/dashboard/settings/email"))).toContain("It works again");
  const answer = await diner.post("/dashboard/settings/email", { intent: "works-again" });
  expect(answer.status).toBe(302);
  expect(await readPageText(await diner.get("/dashboard/settings"))).not.toContain("come back");
  expect(await listBroken()).toEqual([]);
  await club.db.delete(outbox);
  await book(diner, await createEvent(club, { hoursFromNow: 200 }));
  await sendDueEmails({ db: club.db, env: { ...emailEnv, APP_ENV: "local" } as Env }, new Date(), 1_000);
  await expect.poll(readEmail).toMatchObject({ sentAt: expect.any(Date) });
});

test("an operator sends emails again to an address where one was marked as spam", async () => {
  await post(signResendEvent(eventOf("email.complained", ["one@x.example", "two@x.example"])));
  expect(await listBroken()).toEqual(["one@x.example", "two@x.example"]);
  expect((await ops.run("email", "allow", "One@x.example")).code).toBe(0);
  expect((await ops.run("email", "allow", "one@x.example")).code).toBe(4);
  expect(await listBroken()).toEqual(["two@x.example"]);
});

test("an alarm is tried anyway, and so is a new password where an email was marked as spam", async () => {
  const to = ["operator@x.example", "spam@x.example", "gone@x.example"];
  const [operator = "", spam = "", gone = ""] = to;
  await post(signResendEvent(bounced(operator)));
  await post(signResendEvent(eventOf("email.complained", [spam])));
  await post(signResendEvent(bounced(gone)));
  const now = new Date();
  const email = { priority: 0, createdAt: now, dueAt: now, expiresAt: new Date(now.getTime() + 3_600_000) };
  const alarm = { problem: "emails late", detail: "x", startedAt: 0, endedAt: null };
  await club.db.insert(outbox).values([
    { ...email, id: "1", kind: "operator-alarm", to: operator, data: alarm },
    { ...email, id: "2", kind: "reset-password", to: spam, data: { linkId: "x" } },
    { ...email, id: "3", kind: "reset-password", to: gone, data: { linkId: "x" } },
    { ...email, id: "4", kind: "password-changed", to: spam, data: {} },
  ]);
  await sendDueEmails({ db: club.db, env: { ...emailEnv, APP_ENV: "local" } as Env }, new Date(), 1_000);
  const readRows = () => club.db.select().from(outbox).where(inArray(outbox.to, to)).orderBy(outbox.id);
  await expect
    .poll(async () => (await readRows()).map(({ sentAt }) => sentAt !== null))
    .toEqual([true, true, false, false]);
});
