import { isHealthSecretShort, minHealthSecretLength } from "#app/lib/health.ts";
import type { Pulse } from "#app/models/health/heartbeats.server.ts";
import { findInvalidVars } from "#app/operations/check-vars.ts";
import type { OperationContext } from "#app/operations/operation.ts";
import { webhookEvents } from "#app/payments/handle-webhook.server.ts";
import { agoOf, askJson, broken, type Check, look, notAsked, ok } from "./check.ts";

const needed = ["SESSION_SECRET", "RESEND_API_KEY"];

/** 24 random bytes in base64. */
const minSecretLength = 32;

/** Either of a pair alone does nothing. */
const pairs = [
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET"],
];

/** Ways in which somebody learns that the club has stopped. */
const alarms = ["OPERATOR_EMAIL", "ALARM_WEBHOOK", "HEALTH_SECRET", "HEARTBEAT_URL"];

const put = (name: string) => `run npm run wrangler -- secret put ${name}`;

/** A deployed club's secret can't be read, but with a short secret its page answers as if there were none. */
async function isHealthRefused({ env, isRemote }: OperationContext, isSet: boolean): Promise<boolean> {
  if (env.HEALTH_SECRET) return isHealthSecretShort(env.HEALTH_SECRET);
  return isRemote && isSet && (await askJson(`${env.SITE_URL}/healthz/deep`))?.status === 404;
}

export async function checkSecrets(
  context: OperationContext,
  secrets: string[] | undefined,
): Promise<Check[]> {
  const { env, isRemote } = context;
  if (!secrets) return [notAsked("secrets", "wrangler did not list them")];
  const has = (name: string) => secrets.includes(name) || Boolean(env[name as keyof Env]);
  const missing = needed.filter((name) => !has(name) && (isRemote || name === "SESSION_SECRET"));
  const halves = pairs.flatMap(([one = "", other = ""]) =>
    has(one) === has(other) ? [] : [has(one) ? other : one],
  );
  const { SESSION_SECRET: secret } = env;
  const short = [
    ...(secret && secret.length < minSecretLength ? [["SESSION_SECRET", minSecretLength] as const] : []),
    ...((await isHealthRefused(context, has("HEALTH_SECRET")))
      ? [["HEALTH_SECRET", minHealthSecretLength] as const]
      : []),
  ];
  return [
    ...short.map(([name, length]) =>
      broken("secrets", `${name} is shorter than ${length} characters`, put(name)),
    ),
    ...missing.map((name) => broken("secrets", `${name} is not set`, put(name))),
    ...halves.map((name) => broken("secrets", `${name} is not set, and its other half is`, put(name))),
    ...(short.length + missing.length + halves.length > 0
      ? []
      : [ok("secrets", "all that are needed are set")]),
    alarms.some(has)
      ? ok("alarms", `go to ${alarms.filter(has).join(", ")}`)
      : look("alarms", "nobody hears of a problem", `set ${alarms.join(" or ")}: docs/operating/settings.md`),
  ];
}

/** Finds settings that would break the site or emails. A club on this machine has its own address. */
export function checkSettings({ env, isRemote }: OperationContext): Check[] {
  const { APP_ENV: _, SITE_URL: address, ...others } = env;
  const isOwnAddress = !isRemote || /^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(address);
  const wrong = findInvalidVars(isOwnAddress ? others : { ...others, SITE_URL: address });
  return wrong.length === 0
    ? [ok("settings", "read as they should")]
    : wrong.map(({ name, mustBe }) =>
        broken("settings", `${name} is not ${mustBe}`, "correct it: docs/operating/settings.md"),
      );
}

interface Service {
  name: "stripe" | "resend";
  /** The key in the terminal's environment, because the deployed club's can't be read. */
  key: string | undefined;
  secret: string;
  listUrl: string;
  /** The events that the webhook must have, each of them or "*". */
  events: string[];
}

export const checkWebhooks = async (
  context: OperationContext,
  pulse: Pulse,
  secrets: string[] = [],
): Promise<Check[]> => {
  const { env } = context;
  const services: Service[] = [
    {
      name: "stripe",
      key: env.STRIPE_SECRET_KEY,
      secret: "STRIPE_WEBHOOK_SECRET",
      listUrl: "https://api.stripe.com/v1/webhook_endpoints?limit=100",
      events: webhookEvents,
    },
    {
      name: "resend",
      key: env.RESEND_API_KEY,
      secret: "RESEND_WEBHOOK_SECRET",
      listUrl: "https://api.resend.com/webhooks",
      events: ["email.bounced", "email.complained"],
    },
  ];
  return (
    await Promise.all(services.map((service) => checkWebhook(context, pulse, secrets, service)))
  ).flat();
};

async function checkWebhook(
  { env, now }: OperationContext,
  { heartbeats }: Pulse,
  secrets: string[],
  { name, key, secret, listUrl, events }: Service,
): Promise<Check[]> {
  const what = `${name} webhook`;
  const docs = name === "stripe" ? "docs/deposit.md" : "docs/operating/emails.md";
  const heardAt = heartbeats.get(name);
  if (!heardAt && !secrets.includes(secret) && !env[secret as keyof Env])
    return [notAsked(what, `${secret} is not set, or nobody knows: ${docs} says what it is for`)];
  const heard = heardAt
    ? ok(what, `last event ${agoOf(heardAt, now)}`)
    : look(what, "no event has come yet", `send a test event from the dashboard of ${name}`);
  if (!key)
    return [heard, notAsked(what, `without the key of ${name} in this terminal nobody knows where it goes`)];
  const answer = await askJson(listUrl, { Authorization: `Bearer ${key}` });
  if (answer?.status !== 200)
    return [heard, notAsked(what, `${name} answers ${answer?.status ?? "nothing"} to this key`)];
  const url = `${env.SITE_URL}/webhooks/${name}`;
  const endpoint = readEndpoints(answer.body).find((each) => each.url === url);
  const missing = events.filter(
    (event) => !endpoint?.events.includes(event) && !endpoint?.events.includes("*"),
  );
  if (!endpoint) return [heard, broken(what, `${name} does not send to ${url}`, `add it there: ${docs}`)];
  if (endpoint.status !== "enabled")
    return [
      heard,
      broken(what, `is ${endpoint.status} at ${name}`, `turn it on in the dashboard of ${name}`),
    ];
  return missing.length > 0
    ? [heard, broken(what, `${name} does not send ${missing.join(", ")}`, `add these events there: ${docs}`)]
    : [heard, ok(what, `${name} sends to ${url}`)];
}

interface Endpoint {
  url: string | undefined;
  status: string | undefined;
  events: string[];
}

/** Stripe and Resend give the same list under different names. */
function readEndpoints(body: unknown): Endpoint[] {
  const { data } = (body ?? {}) as { data?: Record<string, unknown>[] };
  return (Array.isArray(data) ? data : []).map(({ url, endpoint, status, enabled_events, events }) => ({
    url: (url ?? endpoint) as string | undefined,
    status: status as string | undefined,
    events: ((enabled_events ?? events) as string[] | undefined) ?? [],
  }));
}
