import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Stripe } from "stripe";

type Session = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "object"
  | "amount_total"
  | "client_reference_id"
  | "created"
  | "currency"
  | "expires_at"
  | "metadata"
  | "mode"
  | "payment_status"
  | "status"
  | "url"
> & { payment_intent: string | null };

type Refund = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "created" | "currency" | "status" | "failure_reason"
> & { payment_intent: string };

type Call =
  | "create checkout"
  | "retrieve checkout"
  | "expire checkout"
  | "create refund"
  | "retrieve refund"
  | "list refunds";

/** What goes wrong with the next call: before it is done, or after; or it is done as Stripe would and refused. */
export type Fault =
  | "none"
  | "500 at the door"
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

interface Answer {
  status: number;
  body: object;
}

/** The parameters we send, by the names Stripe's own description gives them: a name it does not know won't compile. */
const known: Partial<Record<Call, string[]>> = {
  "create checkout": [
    "mode",
    "allowed_payment_method_types",
    "adaptive_pricing",
    "line_items",
    "client_reference_id",
    "metadata",
    "payment_intent_data",
    "success_url",
    "cancel_url",
  ] satisfies (keyof Stripe.Checkout.SessionCreateParams)[],
  "create refund": ["payment_intent", "amount", "metadata"] satisfies (keyof Stripe.RefundCreateParams)[],
  "list refunds": ["payment_intent", "limit"] satisfies (keyof Stripe.RefundListParams)[],
};

const secret = "whsec_for_tests";
const key = "sk_test_for_tests";
const day = 86_400;

export type FakeStripe = Awaited<ReturnType<typeof playStripe>>;

/** A server that speaks as much of Stripe's API as we use, keeps its promises about keys, and fails as it is told. */
export async function playStripe({ saysRetry = true } = {}) {
  const sessions = new Map<string, Session>();
  const refunds = new Map<string, Refund>();
  const charges = new Map<string, number>();
  const answered = new Map<string, { asked: string; answer: Answer }>();
  const faults = new Map<Call, Fault[]>();
  const calls: { call: Call; key: string | undefined }[] = [];
  const met = { faults: 0 };
  let count = 0;
  /** The package tries again at once, unless it is told not to. */
  const retry: Record<string, string> = saysRetry ? {} : { "Stripe-Should-Retry": "false" };
  const say = (response: ServerResponse, { status, body }: Answer) =>
    response.writeHead(status, { "Content-Type": "application/json", ...retry }).end(JSON.stringify(body));
  let clock = () => Date.now();
  const seconds = () => Math.floor(clock() / 1000);

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? "", "http://stripe.example");
    const text = Buffer.concat(chunks).toString();
    const params = new URLSearchParams(request.method === "GET" ? url.search : text);
    if (request.headers.authorization !== `Bearer ${key}`)
      return say(response, refusal(401, "api_key_expired"));
    const [call, id] = callOf(request.method ?? "", url.pathname);
    const idempotencyKey = request.headers["idempotency-key"]?.toString();
    calls.push({ call, key: idempotencyKey });
    const fault = faults.get(call)?.shift();
    if (fault && fault !== "none") met.faults++;
    if (fault === "401") return say(response, refusal(401, "api_key_expired"));
    if (fault === "500 at the door")
      return say(response, { status: 500, body: { error: { type: "api_error" } } });
    if (fault === "429") return say(response, refusal(429, "rate_limit"));
    if (fault === "409") return say(response, refusal(409, "idempotency_key_in_use"));
    if (fault === "cut before") return request.socket.destroy();
    if (fault === "hang before") return;
    const act = () => {
      if (fault === "500 before")
        return { status: 500, body: { error: { type: "api_error", message: "oops" } } };
      if (fault === "refused") return refusal(400, "charge_disputed");
      const answer = perform(call, id, params, fault);
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
  function once(idempotencyKey: string | undefined, asked: string, act: () => Answer): Answer {
    if (!idempotencyKey) return act();
    const before = answered.get(idempotencyKey);
    if (before && before.asked !== asked) return refusal(400, "idempotency_error");
    if (before) return before.answer;
    const answer = act();
    answered.set(idempotencyKey, { asked, answer });
    return answer;
  }

  function perform(call: Call, id: string, params: URLSearchParams, fault: Fault | undefined): Answer {
    const strange = [...params.keys()].find((name) => !known[call]?.includes(name.split("[")[0] ?? ""));
    if (strange) return refusal(400, "parameter_unknown");
    switch (call) {
      case "create checkout":
        return openSession(params);
      case "retrieve checkout":
        return ok(sessions.get(id));
      case "expire checkout":
        if (sessions.get(id)?.status !== "open") return refusal(400, "status_transition_invalid");
        expire(id);
        return ok(sessions.get(id));
      case "create refund":
        return makeRefund(params, fault);
      case "retrieve refund":
        return ok(refunds.get(id));
      case "list refunds":
        return ok({
          object: "list",
          has_more: false,
          url: "/v1/refunds",
          data: refundsOf(params.get("payment_intent") ?? ""),
        });
    }
  }

  function openSession(params: URLSearchParams): Answer {
    const price = "line_items[0][price_data]";
    if (params.get("mode") !== "payment" || !params.get("success_url"))
      return refusal(400, "parameter_missing");
    const id = `cs_test_${++count}`;
    const session: Session = {
      id,
      object: "checkout.session",
      amount_total:
        Number(params.get(`${price}[unit_amount]`)) * Number(params.get("line_items[0][quantity]")),
      client_reference_id: params.get("client_reference_id"),
      created: seconds(),
      currency: params.get(`${price}[currency]`),
      expires_at: seconds() + day,
      metadata: Object.fromEntries(
        [...params].flatMap(([name, value]) => {
          const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
          return field ? [[field, value]] : [];
        }),
      ),
      mode: "payment",
      payment_intent: null,
      payment_status: "unpaid",
      status: "open",
      url: `https://checkout.stripe.com/c/pay/${id}`,
    };
    sessions.set(id, session);
    return ok(session);
  }

  const refundsOf = (payment: string | null | undefined) =>
    [...refunds.values()].filter((one) => one.payment_intent === payment).reverse();

  function makeRefund(params: URLSearchParams, fault: Fault | undefined): Answer {
    const payment = params.get("payment_intent") ?? "";
    const amount = Number(params.get("amount"));
    const charged = charges.get(payment);
    if (charged === undefined) return refusal(404, "resource_missing");
    const given = refundsOf(payment)
      .filter(({ status }) => status !== "failed")
      .reduce((sum, one) => sum + one.amount, 0);
    if (given + amount > charged) return refusal(400, "charge_already_refunded");
    const refund: Refund = {
      id: `re_test_${++count}`,
      object: "refund",
      amount,
      created: seconds(),
      currency: "huf",
      payment_intent: payment,
      status: fault === "pending" ? "pending" : "succeeded",
    };
    refunds.set(refund.id, refund);
    return ok(refund);
  }

  function expire(id: string) {
    const session = sessions.get(id);
    if (session?.status === "open") Object.assign(session, { status: "expired", url: null });
    return event("checkout.session.expired", session);
  }

  const event = (type: string, object: object | undefined) => ({
    id: `evt_test_${++count}`,
    object: "event",
    type,
    created: seconds(),
    data: { object: structuredClone(object ?? {}) },
  });

  return {
    vars: {
      STRIPE_SECRET_KEY: key,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    calls,
    met,
    sessions,
    refunds,
    charges,
    refundsOf,
    fail: (call: Call, ...next: Fault[]) => faults.set(call, next),
    setClock(now: () => number) {
      clock = now;
    },
    /** The card is charged; what Stripe tells of it. */
    pay(id: string) {
      const session = sessions.get(id);
      if (session?.status !== "open") throw new Error(`${id} can't be paid: it is ${session?.status}`);
      const payment = `pi_test_${++count}`;
      charges.set(payment, session.amount_total ?? 0);
      Object.assign(session, {
        status: "complete",
        payment_status: "paid",
        payment_intent: payment,
        url: null,
      });
      return event("checkout.session.completed", session);
    },
    expire,
    /** The bank's last word on a refund, days later perhaps. */
    endRefund(id: string, status: "succeeded" | "failed") {
      const refund = refunds.get(id);
      Object.assign(refund ?? {}, {
        status,
        ...(status === "failed" ? { failure_reason: "expired_or_canceled_card" } : {}),
      });
      return event(status === "failed" ? "refund.failed" : "refund.updated", refund);
    },
    event,
    sign,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** As Stripe signs, at that second. */
export async function sign(told: object, { at = Date.now(), with: signedWith = secret } = {}) {
  const body = JSON.stringify(told);
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret: signedWith,
    timestamp: Math.floor(at / 1000),
  });
  return { method: "POST", body, headers: { "Stripe-Signature": signature } };
}

function callOf(method: string, path: string): [Call, string] {
  const [, , resource, name = "", id = "", verb] = path.split("/");
  if (resource === "refunds") {
    if (method === "POST") return ["create refund", ""];
    return name ? ["retrieve refund", name] : ["list refunds", ""];
  }
  if (verb === "expire") return ["expire checkout", id];
  return method === "POST" ? ["create checkout", ""] : ["retrieve checkout", id];
}

const ok = (body: object | undefined): Answer =>
  body ? { status: 200, body: structuredClone(body) } : refusal(404, "resource_missing");

const refusal = (status: number, code: string): Answer => ({
  status,
  body: { error: { type: "invalid_request_error", code, message: code } },
});
