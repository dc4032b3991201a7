import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { heartbeats } from "#app/db/schema/health.ts";
import { webhookEvents } from "#app/payments/handle-webhook.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { createCity } from "#tests/support/events.ts";
import { connectOps } from "#tests/support/ops.ts";
import { playService } from "#tests/support/outside.ts";

/** Plays DNS over HTTPS, Stripe and Resend. */
const records: Record<string, string> = {};
const endpoints: Record<string, object[]> = { stripe: [], resend: [] };
const services = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://services.example");
  const name = searchParams.get("name") ?? "";
  const json =
    pathname === "/dns"
      ? { Answer: records[name] ? [{ name, data: records[name] }] : [] }
      : { data: endpoints[pathname.startsWith("/v1/") ? "stripe" : "resend"] };
  const isKnown = pathname === "/dns" || request.headers.authorization === "Bearer key";
  response.writeHead(isKnown ? 200 : 401, { "Content-Type": "application/json" }).end(JSON.stringify(json));
});
await new Promise<void>((resolve) => services.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
function closeServices() {
  services.closeAllConnections();
  services.close();
}
afterAll(closeServices);
for (const host of ["api.stripe.com", "api.resend.com"]) afterAll(playService(host, url));

const vars: Partial<Env> = {
  MAIL_FROM: "Öten <hello@mail.club.test>",
  DNS_URL: `${url}/dns`,
  STRIPE_SECRET_KEY: "key",
  STRIPE_WEBHOOK_SECRET: "secret",
  RESEND_API_KEY: "key",
  RESEND_WEBHOOK_SECRET: "secret",
  OPERATOR_EMAIL: "desk@club.test",
};
const club = openClub();
const ops = connectOps(club, vars);
const wrongOps = connectOps(club, {
  ...vars,
  SITE_URL: "club.test",
  MAIL_FROM: "the club",
  CONTACT_EMAIL: "hello at club.test",
  OPERATOR_EMAIL: "Öten <desk@club.test>",
  ALARM_WEBHOOK: "hooks.test",
  HEARTBEAT_URL: "soon",
});
const keylessOps = connectOps(club, { ...vars, STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" });
const shortOps = connectOps(club, { ...vars, SESSION_SECRET: "short", HEALTH_SECRET: "abc" });

async function findLines(state: string): Promise<string[]> {
  const { out } = await ops.run("doctor", "--remote");
  return out.split("\n").filter((line) => line.startsWith(state));
}

test("says of a club that was just set up what is broken and what to do, and fails", async () => {
  const { code, out } = await ops.run("doctor", "--remote");
  expect(code).toBe(1);
  for (const line of [
    /^ok +migrations: all \d+ are applied\.$/m,
    /^ok +bucket: answers\.$/m,
    /^ok +site: http/m,
    /^ok +settings: /m,
    /^ok +secrets: /m,
    /^ok +alarms: go to OPERATOR_EMAIL\.$/m,
    /^ok +database size: 0\.\d{3} GB of 10\.$/m,
    /^broken +cron stopped: The cron has never run\. To do: run npm run ops -- job run/m,
    /^look +second clock: has never ticked\. To do: /m,
    /^broken +SPF: no record at send\.mail\.club\.test\. To do: /m,
    /^broken +DKIM: no record at resend\._domainkey\.mail\.club\.test\. To do: /m,
    /^look +DMARC: /m,
    /^broken +stripe webhook: stripe does not send to http.*\/webhooks\/stripe\. To do: /m,
    /^broken +resend webhook: /m,
    /^look +stripe webhook: no event has come yet\. To do: /m,
  ])
    expect(out).toMatch(line);
});

test("finds nothing broken once all is set up, and says when each part last ran", async () => {
  await runCron(club);
  records["send.mail.club.test"] = '"v=spf1 include:amazonses.com ~all"';
  records["resend._domainkey.mail.club.test"] = '"p=MIGf" "MA0"';
  records["_dmarc.club.test"] = '"v=DMARC1; p=none"';
  endpoints.stripe = [
    { url: `${club.url}/webhooks/stripe`, status: "enabled", enabled_events: webhookEvents },
  ];
  endpoints.resend = [
    {
      endpoint: `${club.url}/webhooks/resend`,
      status: "enabled",
      events: ["email.bounced", "email.complained"],
    },
  ];
  const now = new Date();
  await club.db.insert(heartbeats).values([
    { name: "stripe", at: now },
    { name: "resend", at: now },
  ]);
  const { code, out } = await ops.run("doctor", "--remote");
  expect(out).not.toMatch(/^(broken|look)/m);
  expect(code).toBe(0);
  for (const name of ["cron", "queue"])
    expect(out).toMatch(new RegExp(`^ok +${name}: last ran \\d+ minutes? ago`, "m"));
  expect(out).toMatch(/^ok +second clock: last ticked \d+ minutes? ago/m);
  expect(out).toMatch(/^ok +stripe webhook: last event \d+ minutes? ago/m);
});

test("notices a webhook that is turned off or lacks an event, a stopped cron, and a migration that is missing", async () => {
  endpoints.stripe = [
    { url: `${club.url}/webhooks/stripe`, status: "enabled", enabled_events: ["refund.created"] },
  ];
  endpoints.resend = [{ endpoint: `${club.url}/webhooks/resend`, status: "disabled", events: ["*"] }];
  await club.binding.exec("UPDATE heartbeats SET at = at - 3600000");
  await club.binding.exec("UPDATE d1_migrations SET name = 'x' || name WHERE id = 1");
  const broken = (await findLines("broken")).join("\n");
  await club.binding.exec("UPDATE d1_migrations SET name = substr(name, 2) WHERE id = 1");
  expect(broken).toContain("stripe does not send checkout.session.completed");
  expect(broken).toContain("is disabled at resend");
  expect(broken).toContain("cron stopped: The cron last ran");
  expect(broken).toContain("migrations: x0000");
});

test("says what could not be asked, and fails for none of it; and that a database is no club's", async () => {
  closeServices();
  const { out } = await ops.run("doctor", "--remote");
  expect(out).toMatch(/^not asked +mail domain: DNS over HTTPS can’t be reached/m);
  expect(out).toMatch(/^not asked +stripe webhook: stripe answers nothing to this key/m);
  expect(out).not.toMatch(/broken +(SPF|stripe webhook)/);
  await club.binding.exec("ALTER TABLE heartbeats RENAME TO away");
  const failed = await ops.run("doctor");
  await club.binding.exec("ALTER TABLE away RENAME TO heartbeats");
  expect(failed.code).toBe(1);
  expect(failed.out).toMatch(/^broken +database: .*no such table/m);
});

test("notices a city that asks for a deposit while the club has no keys of Stripe", async () => {
  await createCity(club, { name: "Lund", deposit: 500 });
  const expected = /^look +deposits: .*Lund asks for a deposit, .* To do: set them/m;
  expect((await keylessOps.run("doctor", "--remote")).out).toMatch(expected);
  expect((await ops.run("doctor", "--remote")).out).not.toMatch(/deposits:/);
  expect((await keylessOps.run("doctor")).out).not.toMatch(/deposits:/);
  await club.binding.exec("UPDATE cities SET deposit = 0");
  expect((await keylessOps.run("doctor", "--remote")).out).not.toMatch(/deposits:/);
});

test("says that a secret is too short, and how a club on this machine runs its cron", async () => {
  const { out } = await shortOps.run("doctor");
  expect(out).toMatch(/^broken +secrets: SESSION_SECRET is shorter than 32 characters\. To do: /m);
  expect(out).toMatch(/^broken +secrets: HEALTH_SECRET is shorter than 20 characters\. To do: /m);
  expect(out).toMatch(/^broken +cron stopped: .* To do: open the club with npm start/m);
  expect(out).toContain(`with npm start -- --persist-to ${shortOps.folder}, and`);
});

test("says which addresses and links of the settings are none", async () => {
  const { code, out } = await wrongOps.run("doctor", "--remote");
  expect(code).toBe(1);
  expect(
    [...out.matchAll(/^broken +settings: (\w+) is not .*\. To do: correct it/gm)].map(([, name]) => name),
  ).toEqual(["SITE_URL", "CONTACT_EMAIL", "MAIL_FROM", "OPERATOR_EMAIL", "ALARM_WEBHOOK", "HEARTBEAT_URL"]);
});
