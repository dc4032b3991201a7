import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Stripe } from "stripe";
import {
  createFakeAccount,
  errorResponse,
  type StripeCall,
  type StripeResponse,
} from "./fake-stripe-account.ts";

/** What goes wrong with the next call: before it is done, or after; or it is done as Stripe would and refused. */
export type StripeFault =
  | "none"
  | "500 not stored"
  | "500 before"
  | "500 after"
  | "cut before"
  | "cut after"
  | "hang before"
  | "hang after"
  | "429"
  | "409"
  | "401"
  | "refused"
  | "pending";

const webhookSecret = "whsec_for_tests";
const key = "sk_test_for_tests";

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/** A server that speaks as much of Stripe's API as we use, keeps its promises about keys, and fails as it is told. */
export async function startFakeStripe({ clientRetries = true } = {}) {
  const { handleCall, ...account } = createFakeAccount();
  const answered = new Map<string, { asked: string; answer: StripeResponse }>();
  const faults = new Map<StripeCall, StripeFault[]>();
  const calls: { call: StripeCall; key: string | undefined }[] = [];
  const met = { faults: 0 };
  /** The package tries again at once, unless it is told not to. */
  const retry: Record<string, string> = clientRetries ? {} : { "Stripe-Should-Retry": "false" };
  const say = (response: ServerResponse, { status, body }: StripeResponse) =>
    response.writeHead(status, { "Content-Type": "application/json", ...retry }).end(JSON.stringify(body));

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "", "http://stripe.example");
    const text = Buffer.concat(chunks).toString();
    const params = new URLSearchParams(request.method === "GET" ? url.search : text);
    if (request.headers.authorization !== `Bearer ${key}`)
      return say(response, errorResponse(401, "api_key_expired"));
    const [call, id] = callOf(request.method ?? "", url.pathname);
    const idempotencyKey = request.headers["idempotency-key"]?.toString();
    calls.push({ call, key: idempotencyKey });
    const fault = faults.get(call)?.shift();
    if (fault && fault !== "none") met.faults++;
    if (fault === "401") return say(response, errorResponse(401, "api_key_expired"));
    if (fault === "500 not stored")
      return say(response, { status: 500, body: { error: { type: "api_error" } } });
    if (fault === "429") return say(response, errorResponse(429, "rate_limit"));
    if (fault === "409") return say(response, errorResponse(409, "idempotency_key_in_use"));
    if (fault === "cut before") return request.socket.destroy();
    if (fault === "hang before") return;
    const act = () => {
      if (fault === "500 before")
        return { status: 500, body: { error: { type: "api_error", message: "oops" } } };
      if (fault === "refused") return errorResponse(400, "charge_disputed");
      const answer = handleCall(call, id, params, fault === "pending");
      return fault === "500 after"
        ? { status: 500, body: { error: { type: "api_error", message: "oops" } } }
        : answer;
    };
    const answer = once(idempotencyKey, `${call} ${params}`, act);
    if (fault === "cut after") return request.socket.destroy();
    if (fault === "hang after") return;
    say(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  /** The same key brings the same answer, whatever it was, and is refused to another question. */
  function once(
    idempotencyKey: string | undefined,
    asked: string,
    act: () => StripeResponse,
  ): StripeResponse {
    if (!idempotencyKey) return act();
    const before = answered.get(idempotencyKey);
    if (before && before.asked !== asked) return errorResponse(400, "idempotency_error");
    if (before) return before.answer;
    const answer = act();
    answered.set(idempotencyKey, { asked, answer });
    return answer;
  }

  return {
    vars: {
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    ...account,
    calls,
    met,
    fail: (call: StripeCall, ...next: StripeFault[]) => faults.set(call, next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** As Stripe signs, at that second. */
export async function signWebhook(told: object, { at = Date.now(), secret = webhookSecret } = {}) {
  const body = JSON.stringify(told);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret,
    timestamp: Math.floor(at / 1000),
  });
  return { method: "POST", body, headers: { "Stripe-Signature": signature } };
}

function callOf(method: string, path: string): [StripeCall, string] {
  const [, , resource, name = "", id = "", verb] = path.split("/");
  if (resource === "refunds") {
    if (method === "POST") return ["create refund", ""];
    return name ? ["retrieve refund", name] : ["list refunds", ""];
  }
  if (verb === "expire") return ["expire checkout", id];
  return method === "POST" ? ["create checkout", ""] : ["retrieve checkout", id];
}
