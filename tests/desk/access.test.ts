import { eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { clubMessages } from "#app/db/schema/message.ts";
import { outbox } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, doAtDesk, playAccess, postOperation, readPlan } from "#tests/support/desk.ts";
import { createEvening } from "#tests/support/evenings.ts";

const club = openClub({ vars: { ...deskVars, OPERATOR_EMAIL: "anna@club.example" } });
const access = playAccess();

const statusOf = async (headers: Record<string, string>, path = "/desk") =>
  (await club.fetch(path, { headers: { Accept: "text/html", ...headers } })).status;
const withAssertion = (assertion: string) => ({ "Cf-Access-Jwt-Assertion": assertion });

test("the desk opens for an operator whom Cloudflare Access names, and does not exist for anybody else", async () => {
  expect(await statusOf(await access.headersOf("anna"))).toBe(200);
  expect(await statusOf({})).toBe(404);
  const refused = {
    "another application": await access.sign({ aud: "f".repeat(64) }),
    "another team": await access.sign({ iss: "https://other.cloudflareaccess.com" }),
    expired: await access.sign({}, { minutes: -1 }),
    "signed by another key": await access.sign({}, { isForeign: true }),
    "somebody who is not in club.toml": await access.sign({ email: "eve@club.example" }),
    "without an address": await access.sign({ email: undefined as never }),
    nonsense: "a.b.c",
    "without a signature": unsigned(await access.sign()),
  };
  for (const [who, assertion] of Object.entries(refused))
    expect(await statusOf(withAssertion(assertion)), who).toBe(404);
});

test("the clock of Cloudflare may be half a minute off", async () => {
  const now = Math.floor(Date.now() / 1_000);
  const status = async (claims: { exp?: number; nbf?: number }) =>
    statusOf(withAssertion(await access.sign(claims)));
  // What time only makes worse or better is exact; the others have some seconds left.
  expect(await status({ nbf: now + 29 })).toBe(200);
  expect(await status({ exp: now - 31 })).toBe(404);
  expect(await status({ exp: now - 15 })).toBe(200);
  expect(await status({ nbf: now + 120 })).toBe(404);
});

/** The same claims with `alg: none`. */
function unsigned(assertion: string): string {
  const header = Buffer.from(JSON.stringify({ alg: "none", kid: "own" })).toString("base64url");
  return `${header}.${assertion.split(".")[1]}.`;
}

test("an unknown key id, however often, asks Cloudflare for its keys once in a while", async () => {
  // From here on the Worker knows the keys, so that only an unknown id leads to a question.
  await access.headersOf("anna").then(statusOf);
  const before = access.countKeysAsked();
  const assertion = await access.sign({}, { kid: "unknown" });
  const statuses = await Promise.all(Array.from({ length: 100 }, () => statusOf(withAssertion(assertion))));
  expect(new Set(statuses)).toEqual(new Set([404]));
  expect(access.countKeysAsked() - before).toBeLessThan(5);
});

test("who stands at the door sees tonight only, and none of an owner's operations", async () => {
  const door = await access.headersOf("dani");
  expect(await statusOf(door)).toBe(200);
  for (const path of [
    "/desk/evenings",
    "/desk/do/event/cancel",
    "/desk/do/user/show?user=anna%40example.com",
  ])
    expect(await statusOf(door, path), path).toBe(404);
  const cancel = await postOperation(club, door, "event cancel", { event: "event-1" });
  expect(cancel.status).toBe(404);
  const nextWeek = await createEvening(club, [[5]], { minutesFromNow: 60 * 24 * 7 });
  const fields = { event: nextWeek.eventId, subject: "Hello", text: "Hi {first name}" };
  const refused = await postOperation(club, door, "message send", fields);
  expect(refused.status).toBe(409);
  expect(refused.page.querySelector("main")?.textContent).toContain("tonight’s events only");
});

test("a city's operator can't touch an evening of another city", async () => {
  const { eventId } = await createEvening(club, [[5]]);
  await club.binding.exec("UPDATE cities SET slug = 'vienna'");
  const fields = { event: eventId, subject: "Hello", text: "Hi {first name}" };
  const refused = await postOperation(club, await access.headersOf("cili"), "message send", fields);
  expect(refused.page.querySelector("main")?.textContent).toContain("not one of your cities");
  await club.binding.exec("UPDATE cities SET slug = 'budapest'");
  const planned = await postOperation(club, await access.headersOf("cili"), "message send", fields);
  expect(planned.page.querySelector("main")?.textContent).toContain("This will email");
});

test("who may write to an evening may take it back and sees it, and nobody else of a city or at the door does", async () => {
  const { eventId } = await createEvening(club, [[5]]);
  const [cili, door] = [await access.headersOf("cili"), await access.headersOf("dani")];
  const fields = { event: eventId, subject: "Take this back", text: "Hi {first name}" };
  const planned = await postOperation(club, cili, "message send", fields);
  await postOperation(club, cili, "message send", readPlan(planned.page));
  const [sent] = (await club.db.select().from(clubMessages)).filter((each) => each.eventId === eventId);
  const undo = { message: sent?.id ?? "", intent: "undo" };
  const read = async (headers: Record<string, string>) =>
    (await club.fetch("/desk/messages", { headers })).text();
  await club.binding.exec("UPDATE cities SET slug = 'vienna'");
  expect((await postOperation(club, cili, "message undo", undo)).page.textContent).toContain(
    "not one of your cities",
  );
  expect(await read(cili)).not.toContain("Take this back");
  await club.binding.exec("UPDATE cities SET slug = 'budapest'");
  expect(await read(cili)).toContain("Take this back");
  expect((await postOperation(club, door, "message undo", undo)).page.textContent).toContain(
    "Nobody gets it",
  );
});

test("a plan is shown before it is done, and its form does it once, however often it is sent", async () => {
  const { eventId } = await createEvening(club, [[5, 4]]);
  const anna = await access.headersOf("anna");
  const fields = { event: eventId, subject: "The door", text: "Hi {first name}, ask for table {table}." };
  const countEmails = async () =>
    (await club.db.select().from(outbox)).filter(({ kind }) => kind === "club-message").length;
  const before = await countEmails();
  const planned = await postOperation(club, anna, "message send", fields);
  expect(planned.page.querySelector("main")?.textContent).toContain("9 people");
  expect(await countEmails()).toBe(before);
  const form = readPlan(planned.page);
  const sent = await Promise.all(
    Array.from({ length: 50 }, () => postOperation(club, anna, "message send", form)),
  );
  for (const { status } of sent) expect([200, 409]).toContain(status);
  expect((await postOperation(club, anna, "message send", form)).status).toBe(200);
  expect(await countEmails()).toBe(before + 9);
  const [message] = (await club.db.select().from(clubMessages)).filter((each) => each.eventId === eventId);
  expect(message).toMatchObject({ operator: "anna@club.example", recipients: 9, subject: "The door" });
});

test("what changed since the plan was shown is planned anew", async () => {
  const { eventId, guests } = await createEvening(club, [[5]]);
  const anna = await access.headersOf("anna");
  const planned = await postOperation(club, anna, "message send", {
    event: eventId,
    subject: "The door",
    text: "It is stuck.",
  });
  await club.binding.exec(
    `UPDATE bookings SET canceled = 1, canceled_at = 1 WHERE id = '${guests[0]?.bookingId}'`,
  );
  const again = await postOperation(club, anna, "message send", readPlan(planned.page));
  expect(again.status).toBe(409);
  expect(again.page.querySelector("main")?.textContent).toContain("Something changed since you looked");
  expect(again.page.querySelector("main")?.textContent).toContain("4 people");
  const done = await postOperation(club, anna, "message send", readPlan(again.page));
  expect(done.status).toBe(200);
});

test("another site can send no form to the desk", async () => {
  const response = await club.fetch("/desk/do/message/send", {
    method: "POST",
    headers: {
      ...(await access.headersOf("anna")),
      Origin: "https://evil.example",
      "Sec-Fetch-Site": "cross-site",
    },
    body: new URLSearchParams({ intent: "do" }),
  });
  expect(response.status).toBe(403);
});

const ownDesk = {
  DESK_TOKEN: "a-token-for-tests",
  DESK_OPERATOR: "Anna",
  OPERATOR_EMAIL: "anna@club.example",
};
const localClub = openClub({ vars: ownDesk });
const sharedClub = openClub({
  vars: { ...ownDesk, DESK: { ...deskVars.DESK, owner: ["anna@club.example", "bea@club.example"] } },
});

test("on the operator's own computer, the desk opens with the token of its address, on this machine only", async () => {
  const open = (path: string, headers: Record<string, string> = {}) => localClub.fetch(path, { headers });
  expect((await open("/desk")).status).toBe(404);
  expect((await open("/desk?token=another")).status).toBe(404);
  const first = await open("/desk?token=a-token-for-tests");
  expect([first.status, first.headers.get("Location")]).toEqual([302, "/desk"]);
  const Cookie = first.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  expect((await open("/desk", { Cookie })).status).toBe(200);
  expect((await open("/desk", { Cookie, Host: "evil.example" })).status).toBe(404);
});

test("the owner of the club is told once who did what can’t be undone at the desk, and not of the rest or their own", async () => {
  const told = async () =>
    (await club.db.select().from(outbox)).filter(({ kind }) => kind === "operator-change");
  const cili = await access.headersOf("cili");
  const { eventId } = await createEvening(club, [[5]], { minutesFromNow: 3 * 24 * 60 });
  const planned = await postOperation(club, cili, "message send", {
    event: eventId,
    subject: "A",
    text: "B",
  });
  await postOperation(club, cili, "message send", readPlan(planned.page));
  expect(await told()).toEqual([]);
  const fields = { event: eventId, because: "A flood." };
  const cancel = await postOperation(club, cili, "event cancel", fields);
  const form = readPlan(cancel.page);
  await Promise.all([1, 2, 3].map(() => postOperation(club, cili, "event cancel", form)));
  const [email, ...others] = await told();
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    to: "anna@club.example",
    data: { operator: "cili@club.example", command: "event cancel" },
  });
  const own = await createEvening(club, [[5]], { minutesFromNow: 3 * 24 * 60 });
  const anna = await access.headersOf("anna");
  const again = await postOperation(club, anna, "event cancel", { ...fields, event: own.eventId });
  await postOperation(club, anna, "event cancel", readPlan(again.page));
  expect(await told()).toHaveLength(1);
});

test("at the desk on their own computer an only owner gets no email about their own changes, and one of several does", async () => {
  for (const [each, emails] of [
    [localClub, 0],
    [sharedClub, 1],
  ] as const) {
    const { eventId } = await createEvening(each, [[5]], { minutesFromNow: 3 * 24 * 60 });
    const headers = { Cookie: `desk=${ownDesk.DESK_TOKEN}` };
    await doAtDesk(each, headers, "event cancel", { event: eventId, because: "A flood." });
    expect(await each.db.$count(events, isNotNull(events.canceledAt))).toBe(1);
    expect(await each.db.$count(outbox, eq(outbox.kind, "operator-change"))).toBe(emails);
  }
});
