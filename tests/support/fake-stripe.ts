import type { ServerResponse } from "node:http";
import { Stripe } from "stripe";
import {
  createFakeAccount,
  errorResponse,
  type StripeCall,
  type StripeResponse,
} from "./fake-stripe-account.ts";
import { createPortPool } from "./port-pool.ts";

/**
 * "before" and "after" say whether Stripe performs the call. Stripe repeats "500 before" for the same idempotency key,
 * but not "500 not stored".
 */
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

const openPort = createPortPool();
const webhookSecret = "whsec_for_tests";
const apiKey = "sk_test_for_tests";
const serverError: StripeResponse = { status: 500, body: { error: { type: "api_error", message: "oops" } } };

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/** Serves the part of Stripe's API that the app calls, with its idempotency keys, and fails on request. */
export async function startFakeStripe({ clientRetries = true } = {}) {
  const { handleCall, ...account } = createFakeAccount();
  const storedResponses = new Map<string, { request: string; response: StripeResponse }>();
  const nextFaults = new Map<StripeCall, StripeFault[]>();
  const calls: StripeCall[] = [];
  let faultCount = 0;
  const retryHeaders: Record<string, string> = clientRetries ? {} : { "Stripe-Should-Retry": "false" };
  const respond = (response: ServerResponse, { status, body }: StripeResponse) =>
    response
      .writeHead(status, { "Content-Type": "application/json", ...retryHeaders })
      .end(JSON.stringify(body));

  const port = await openPort(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "", "http://stripe.example");
    const body = Buffer.concat(chunks).toString();
    const params = new URLSearchParams(request.method === "GET" ? url.search : body);
    if (request.headers.authorization !== `Bearer ${apiKey}`)
      return respond(response, errorResponse(401, "api_key_expired"));
    const [call, id] = parseCall(request.method ?? "", url.pathname);
    calls.push(call);
    const fault = nextFaults.get(call)?.shift();
    if (fault && fault !== "none") faultCount++;
    if (fault === "401") return respond(response, errorResponse(401, "api_key_expired"));
    if (fault === "500 not stored") return respond(response, serverError);
    if (fault === "429") return respond(response, errorResponse(429, "rate_limit"));
    if (fault === "409") return respond(response, errorResponse(409, "idempotency_key_in_use"));
    if (fault === "cut before") return request.socket.destroy();
    if (fault === "hang before") return;
    const perform = () => {
      if (fault === "500 before") return serverError;
      if (fault === "refused") return errorResponse(400, "charge_disputed");
      const result = handleCall(call, id, params, fault === "pending");
      return fault === "500 after" ? serverError : result;
    };
    const idempotencyKey = request.headers["idempotency-key"]?.toString();
    const result = performOnce(idempotencyKey, `${call} ${params}`, perform);
    if (fault === "cut after") return request.socket.destroy();
    if (fault === "hang after") return;
    respond(response, result);
  }, "api.stripe.com");

  /** Repeats the stored response of a key, and refuses the key for another request. */
  function performOnce(
    idempotencyKey: string | undefined,
    request: string,
    perform: () => StripeResponse,
  ): StripeResponse {
    if (!idempotencyKey) return perform();
    const stored = storedResponses.get(idempotencyKey);
    if (stored && stored.request !== request) return errorResponse(400, "idempotency_error");
    if (stored) return stored.response;
    const response = perform();
    storedResponses.set(idempotencyKey, { request, response });
    return response;
  }

  return {
    forgetKeys: () => storedResponses.clear(),
    vars: {
      STRIPE_SECRET_KEY: apiKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    },
    ...account,
    /** Every call so far. */
    calls,
    countFaults: () => faultCount,
    /** Sets the faults of the next calls of this kind; without faults, clears them. */
    fail: (call: StripeCall, ...faults: StripeFault[]) => nextFaults.set(call, faults),
    close: port.close,
  };
}

/** Returns the request of a webhook with Stripe's signature. */
export async function signWebhook(event: object, { signedAtMs = Date.now(), secret = webhookSecret } = {}) {
  const body = JSON.stringify(event);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret,
    timestamp: Math.floor(signedAtMs / 1000),
  });
  return { method: "POST", body, headers: { "Stripe-Signature": signature } };
}

function parseCall(method: string, path: string): [StripeCall, string] {
  const [, , resource, name = "", id = "", verb] = path.split("/");
  if (resource === "refunds") {
    if (method === "POST") return ["create refund", ""];
    return name ? ["retrieve refund", name] : ["list refunds", ""];
  }
  if (verb === "expire") return ["expire checkout", id];
  return method === "POST" ? ["create checkout", ""] : ["retrieve checkout", id];
}
