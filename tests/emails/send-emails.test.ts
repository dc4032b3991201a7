import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { outbox } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";

interface Delivery {
  key: string | undefined;
  to: string;
  at: number;
}

const port = 9_877;
let deliveries: Delivery[] = [];
let answer: (delivery: Delivery, response: ServerResponse) => void;

/** Plays Resend: what it received, and whatever answer a test wants. */
const resend: Server = createServer(async (request: IncomingMessage, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { to } = JSON.parse(Buffer.concat(chunks).toString()) as { to: string };
  const delivery = { key: request.headers["idempotency-key"]?.toString(), to: String(to), at: Date.now() };
  deliveries.push(delivery);
  answer(delivery, response);
});

const say = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
const accept = (_: Delivery, response: ServerResponse) => say(response, 200, `{"id":"sent"}`);

beforeAll(() => new Promise<void>((resolve) => resend.listen(port, "127.0.0.1", resolve)));
afterAll(() => {
  resend.closeAllConnections();
  resend.close();
});

const club = openClub({ vars: { RESEND_API_KEY: "re_test", RESEND_URL: `http://127.0.0.1:${port}` } });

beforeEach(async () => {
  deliveries = [];
  answer = accept;
  await club.db.delete(outbox);
});

const write = (...ids: string[]) =>
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

const cron = async () =>
  (await club.worker.getWorker()).scheduled({ scheduledTime: new Date(), cron: "* * * * *" });

const mail = async (id: string) => (await club.db.select().from(outbox)).find((row) => row.id === id);

test("a mail is sent once under its own key, however many crons run", async () => {
  await write("once");
  await Promise.all([cron(), cron(), cron(), cron()]);
  expect(deliveries).toMatchObject([{ key: "once", to: "once@oten.example" }]);
  expect((await mail("once"))?.sentAt).toBeInstanceOf(Date);
});

test("never more than four leave in a second", async () => {
  await write(...Array.from({ length: 10 }, (_, i) => `pace-${i}`));
  await Promise.all([cron(), cron()]);
  expect(new Set(deliveries.map(({ key }) => key)).size).toBe(10);
  expect(deliveries).toHaveLength(10);
  for (const { at } of deliveries) {
    expect(deliveries.filter((other) => other.at >= at && other.at < at + 900).length).toBeLessThanOrEqual(4);
  }
});

test.each<[string, typeof answer]>([
  [
    "429",
    (_, response) =>
      say(response, 429, `{"name":"rate_limit_exceeded","message":"slow down","statusCode":429}`),
  ],
  ["500", (_, response) => say(response, 500, `{"name":"internal","message":"oops","statusCode":500}`)],
  ["503 with garbage", (_, response) => say(response, 503, "<html>")],
  ["a connection that breaks", (_, response) => response.destroy()],
])("after %s it is tried again later, and arrives", async (_, fault) => {
  answer = fault;
  await write("again");
  await cron();
  club.takeFaults();
  const waiting = await mail("again");
  expect(waiting).toMatchObject({ sentAt: null, parkedAt: null, attempts: 1 });
  expect(waiting?.dueAt.getTime()).toBeGreaterThan(Date.now() + 30_000);

  await cron();
  expect(deliveries).toHaveLength(1);

  answer = accept;
  await club.db.update(outbox).set({ dueAt: new Date(0), attemptedAt: null });
  await cron();
  expect(deliveries.map(({ key }) => key)).toEqual(["again", "again"]);
  expect((await mail("again"))?.sentAt).toBeInstanceOf(Date);
});

test("what the provider refuses for good is parked where it is seen", async () => {
  answer = (_, response) =>
    say(response, 422, `{"name":"validation_error","message":"Invalid to field","statusCode":422}`);
  await write("refused");
  await cron();
  expect(await mail("refused")).toMatchObject({ sentAt: null, lastError: "422 Invalid to field" });
  expect((await mail("refused"))?.parkedAt).toBeInstanceOf(Date);
  expect(club.takeFaults().join()).toContain('"event":"email parked"');
  await club.db.update(outbox).set({ dueAt: new Date(0), attemptedAt: null });
  await cron();
  expect(deliveries).toHaveLength(1);
});

test("a provider that never answers holds nothing up, and the mail is tried again", async () => {
  answer = () => {};
  await write("silent");
  await cron();
  club.takeFaults();
  expect(await mail("silent")).toMatchObject({ sentAt: null, parkedAt: null, attempts: 1 });
});

test("a Worker that dies with a mail in hand has it tried again, under the same key", async () => {
  await write("dying");
  await club.db.update(outbox).set({ attempts: 1, attemptedAt: new Date(0), dueAt: new Date(0) });
  await cron();
  expect(deliveries).toMatchObject([{ key: "dying" }]);
});
