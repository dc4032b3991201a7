import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { outbox } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";

interface Delivery {
  key: string | undefined;
  to: string;
  atMs: number;
}

type Respond = (response: ServerResponse) => void;

let deliveries: Delivery[] = [];
let respond: Respond;

const resend: Server = createServer(async (request: IncomingMessage, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { to } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string };
  const key = request.headers["idempotency-key"]?.toString();
  deliveries.push({ key, to: String(to), atMs: Date.now() });
  respond(response);
});

const respondWith =
  (status: number, body: string): Respond =>
  (response) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(body);
const accept = respondWith(200, `{"id":"sent"}`);

await new Promise<void>((resolve) => resend.listen(0, "127.0.0.1", resolve));
const { port } = resend.address() as AddressInfo;
afterAll(() => {
  resend.closeAllConnections();
  resend.close();
});

const club = openClub({ vars: { RESEND_API_KEY: "re_test", RESEND_URL: `http://127.0.0.1:${port}` } });

beforeEach(async () => {
  deliveries = [];
  respond = accept;
  await club.db.delete(outbox);
});

const queueEmails = (...ids: string[]) =>
  club.db.insert(outbox).values(
    ids.map((id) => ({
      id,
      kind: "booking-received" as const,
      to: `${id}@oten.example`,
      subject: "Subject",
      html: "<p>html</p>",
      text: "text",
      createdAt: new Date(),
      dueAt: new Date(0),
    })),
  );

const makeEmailsDue = () => club.db.update(outbox).set({ dueAt: new Date(0), attemptedAt: null });

const findEmail = async (id: string) =>
  (await club.db.select().from(outbox)).find((email) => email.id === id);

test("sends an email once under its own key, however many cron runs overlap", async () => {
  await queueEmails("once");
  await Promise.all([runCron(club), runCron(club), runCron(club), runCron(club)]);
  expect(deliveries).toMatchObject([{ key: "once", to: "once@oten.example" }]);
  expect((await findEmail("once"))?.sentAt).toBeInstanceOf(Date);
});

test("sends at most four emails a second", async () => {
  await queueEmails(...Array.from({ length: 10 }, (_, i) => `pace-${i}`));
  await Promise.all([runCron(club), runCron(club)]);
  expect(new Set(deliveries.map(({ key }) => key)).size).toBe(10);
  expect(deliveries).toHaveLength(10);
  for (const { atMs } of deliveries) {
    const next = deliveries.filter((other) => other.atMs >= atMs && other.atMs < atMs + 900);
    expect(next.length).toBeLessThanOrEqual(4);
  }
});

test.each<[string, Respond]>([
  ["429", respondWith(429, `{"name":"rate_limit_exceeded","message":"slow down","statusCode":429}`)],
  ["500", respondWith(500, `{"name":"internal","message":"oops","statusCode":500}`)],
  ["503 with HTML", respondWith(503, "<html>")],
  ["a broken connection", (response) => response.destroy()],
])("tries an email again later after %s, and sends it", async (_, fault) => {
  respond = fault;
  await queueEmails("again");
  await runCron(club);
  club.takeLoggedErrors();
  const failed = await findEmail("again");
  expect(failed).toMatchObject({ sentAt: null, parkedAt: null, attempts: 1 });
  expect(failed?.dueAt.getTime()).toBeGreaterThan(Date.now() + 30_000);

  await runCron(club);
  expect(deliveries).toHaveLength(1);

  respond = accept;
  await makeEmailsDue();
  await runCron(club);
  expect(deliveries.map(({ key }) => key)).toEqual(["again", "again"]);
  expect((await findEmail("again"))?.sentAt).toBeInstanceOf(Date);
});

test("parks an email that the provider refuses, logs it and does not try it again", async () => {
  respond = respondWith(422, `{"name":"validation_error","message":"Invalid to field","statusCode":422}`);
  await queueEmails("refused");
  await runCron(club);
  expect(await findEmail("refused")).toMatchObject({ sentAt: null, lastError: "422 Invalid to field" });
  expect((await findEmail("refused"))?.parkedAt).toBeInstanceOf(Date);
  expect(club.takeLoggedErrors().join()).toContain('"event":"email parked"');
  await makeEmailsDue();
  await runCron(club);
  expect(deliveries).toHaveLength(1);
});

test("stops waiting for a provider that never answers, and leaves the email for another attempt", async () => {
  respond = () => {};
  await queueEmails("silent");
  await runCron(club);
  club.takeLoggedErrors();
  expect(await findEmail("silent")).toMatchObject({ sentAt: null, parkedAt: null, attempts: 1 });
});

test("sends an email again under the same key after its worker was stopped", async () => {
  await queueEmails("dying");
  await club.db.update(outbox).set({ attempts: 1, attemptedAt: new Date(0), dueAt: new Date(0) });
  await runCron(club);
  expect(deliveries).toMatchObject([{ key: "dying" }]);
});
