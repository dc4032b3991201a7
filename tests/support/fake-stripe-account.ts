import type { Stripe } from "stripe";

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

export type StripeCall =
  | "create checkout"
  | "retrieve checkout"
  | "expire checkout"
  | "create refund"
  | "retrieve refund"
  | "list refunds";

export interface StripeResponse {
  status: number;
  body: object;
}

/** The parameters we send, by the names Stripe's own description gives them: a name it does not know won't compile. */
const known: Partial<Record<StripeCall, string[]>> = {
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

const day = 86_400;

/** What Stripe holds for a club: checkouts, charges and refunds, and what it says of them when it is asked. */
export function createFakeAccount() {
  const sessions = new Map<string, Session>();
  const refunds = new Map<string, Refund>();
  const charges = new Map<string, number>();
  let count = 0;
  let clock = () => Date.now();
  const seconds = () => Math.floor(clock() / 1000);

  function handleCall(
    call: StripeCall,
    id: string,
    params: URLSearchParams,
    isPending: boolean,
  ): StripeResponse {
    const strange = [...params.keys()].find((name) => !known[call]?.includes(name.split("[")[0] ?? ""));
    if (strange) return errorResponse(400, "parameter_unknown");
    switch (call) {
      case "create checkout":
        return openSession(params);
      case "retrieve checkout":
        return ok(sessions.get(id));
      case "expire checkout":
        if (sessions.get(id)?.status !== "open") return errorResponse(400, "status_transition_invalid");
        expire(id);
        return ok(sessions.get(id));
      case "create refund":
        return makeRefund(params, isPending);
      case "retrieve refund":
        return ok(refunds.get(id));
      case "list refunds":
        return ok({
          object: "list",
          has_more: false,
          url: "/v1/refunds",
          data: listRefunds(params.get("payment_intent") ?? ""),
        });
    }
  }

  function openSession(params: URLSearchParams): StripeResponse {
    const price = "line_items[0][price_data]";
    if (params.get("mode") !== "payment" || !params.get("success_url"))
      return errorResponse(400, "parameter_missing");
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

  const listRefunds = (payment: string | null | undefined) =>
    [...refunds.values()].filter((one) => one.payment_intent === payment).reverse();

  function makeRefund(params: URLSearchParams, isPending: boolean): StripeResponse {
    const payment = params.get("payment_intent") ?? "";
    const amount = Number(params.get("amount"));
    const charged = charges.get(payment);
    if (charged === undefined) return errorResponse(404, "resource_missing");
    const given = listRefunds(payment)
      .filter(({ status }) => status !== "failed")
      .reduce((sum, one) => sum + one.amount, 0);
    if (given + amount > charged) return errorResponse(400, "charge_already_refunded");
    const refund: Refund = {
      id: `re_test_${++count}`,
      object: "refund",
      amount,
      created: seconds(),
      currency: "huf",
      payment_intent: payment,
      status: isPending ? "pending" : "succeeded",
    };
    refunds.set(refund.id, refund);
    return ok(refund);
  }

  function expire(id: string) {
    const session = sessions.get(id);
    if (session?.status === "open") Object.assign(session, { status: "expired", url: null });
    return createEvent("checkout.session.expired", session);
  }

  const createEvent = (type: string, object: object | undefined) => ({
    id: `evt_test_${++count}`,
    object: "event",
    type,
    created: seconds(),
    data: { object: structuredClone(object ?? {}) },
  });

  return {
    sessions,
    refunds,
    charges,
    listRefunds,
    handleCall,
    expire,
    createEvent,
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
      return createEvent("checkout.session.completed", session);
    },
    /** The bank's last word on a refund, days later perhaps. */
    finishRefund(id: string, status: "succeeded" | "failed") {
      const refund = refunds.get(id);
      Object.assign(refund ?? {}, {
        status,
        ...(status === "failed" ? { failure_reason: "expired_or_canceled_card" } : {}),
      });
      return createEvent(status === "failed" ? "refund.failed" : "refund.updated", refund);
    },
  };
}

const ok = (body: object | undefined): StripeResponse =>
  body ? { status: 200, body: structuredClone(body) } : errorResponse(404, "resource_missing");

export const errorResponse = (status: number, code: string): StripeResponse => ({
  status,
  body: { error: { type: "invalid_request_error", code, message: code } },
});
