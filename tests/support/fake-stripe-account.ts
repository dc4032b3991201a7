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
  | "success_url"
  | "cancel_url"
  | "url"
> & { payment_intent: string | null };

type Refund = Pick<
  Stripe.Refund,
  "id" | "object" | "amount" | "created" | "currency" | "status" | "failure_reason"
> & { payment_intent: string };

type Dispute = Pick<Stripe.Dispute, "id" | "object" | "amount" | "currency" | "reason" | "status"> & {
  payment_intent: string;
  evidence_details: { due_by: number };
};

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

/** Stripe refuses unknown parameters; `satisfies` checks these names against Stripe's types. */
const knownParameters: Partial<Record<StripeCall, string[]>> = {
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

const checkoutLifetimeSeconds = 86_400;

/** The checkouts, charges and refunds that Stripe stores for a club. */
export function createFakeAccount() {
  const sessions = new Map<string, Session>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  /** The amount by payment. */
  const charges = new Map<string, number>();
  let idCount = 0;
  let clock = () => Date.now();
  const nowSeconds = () => Math.floor(clock() / 1000);

  function handleCall(
    call: StripeCall,
    id: string,
    params: URLSearchParams,
    isPending: boolean,
  ): StripeResponse {
    const hasUnknownParameter = [...params.keys()].some(
      (name) => !knownParameters[call]?.includes(name.split("[")[0] ?? ""),
    );
    if (hasUnknownParameter) return errorResponse(400, "parameter_unknown");
    switch (call) {
      case "create checkout":
        return createSession(params);
      case "retrieve checkout":
        return okResponse(sessions.get(id));
      case "expire checkout":
        if (sessions.get(id)?.status !== "open") return errorResponse(400, "status_transition_invalid");
        expire(id);
        return okResponse(sessions.get(id));
      case "create refund":
        return createRefund(params, isPending);
      case "retrieve refund":
        return okResponse(refunds.get(id));
      case "list refunds":
        return okResponse({
          object: "list",
          has_more: false,
          url: "/v1/refunds",
          data: listRefunds(params.get("payment_intent") ?? ""),
        });
    }
  }

  function createSession(params: URLSearchParams): StripeResponse {
    const price = "line_items[0][price_data]";
    if (params.get("mode") !== "payment" || !params.get("success_url"))
      return errorResponse(400, "parameter_missing");
    const id = `cs_test_${++idCount}`;
    const session: Session = {
      id,
      object: "checkout.session",
      amount_total:
        Number(params.get(`${price}[unit_amount]`)) * Number(params.get("line_items[0][quantity]")),
      client_reference_id: params.get("client_reference_id"),
      created: nowSeconds(),
      currency: params.get(`${price}[currency]`),
      expires_at: nowSeconds() + checkoutLifetimeSeconds,
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
      success_url: params.get("success_url"),
      cancel_url: params.get("cancel_url"),
      url: `https://checkout.stripe.com/c/pay/${id}`,
    };
    sessions.set(id, session);
    return okResponse(session);
  }

  const listRefunds = (paymentId: string | null | undefined) =>
    [...refunds.values()].filter((refund) => refund.payment_intent === paymentId).reverse();

  const takenStatuses: Stripe.Dispute.Status[] = ["needs_response", "under_review", "lost"];
  const isTaken = (paymentId: string) =>
    [...disputes.values()].some(
      ({ payment_intent, status }) => payment_intent === paymentId && takenStatuses.includes(status),
    );

  const findCurrency = (paymentId: string) =>
    [...sessions.values()].find(({ payment_intent }) => payment_intent === paymentId)?.currency ?? "huf";

  function createRefund(params: URLSearchParams, isPending: boolean): StripeResponse {
    const paymentId = params.get("payment_intent") ?? "";
    const amount = Number(params.get("amount"));
    const chargedAmount = charges.get(paymentId);
    if (chargedAmount === undefined) return errorResponse(404, "resource_missing");
    const refundedAmount = listRefunds(paymentId)
      .filter(({ status }) => status !== "failed")
      .reduce((sum, refund) => sum + refund.amount, 0);
    if (isTaken(paymentId)) return errorResponse(400, "charge_disputed");
    if (refundedAmount + amount > chargedAmount)
      return errorResponse(
        400,
        refundedAmount < chargedAmount ? "amount_too_large" : "charge_already_refunded",
      );
    const refund: Refund = {
      id: `re_test_${++idCount}`,
      object: "refund",
      amount,
      created: nowSeconds(),
      currency: findCurrency(paymentId),
      payment_intent: paymentId,
      status: isPending ? "pending" : "succeeded",
    };
    refunds.set(refund.id, refund);
    return okResponse(refund);
  }

  /** Returns the event of it. */
  function expire(id: string) {
    const session = sessions.get(id);
    if (session?.status === "open") Object.assign(session, { status: "expired", url: null });
    return createEvent("checkout.session.expired", session);
  }

  const createEvent = (type: string, object: object | undefined) => ({
    id: `evt_test_${++idCount}`,
    object: "event",
    type,
    created: nowSeconds(),
    data: { object: structuredClone(object ?? {}) },
  });

  return {
    sessions,
    refunds,
    disputes,
    charges,
    listRefunds,
    /** What is left of all payments. */
    sumBalance() {
      const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
      const taken = [...disputes.values()].filter(({ status }) => takenStatuses.includes(status));
      const made = [...refunds.values()].filter(({ status }) => status === "succeeded");
      return (
        add([...charges.values()]) -
        add(made.map(({ amount }) => amount)) -
        add(taken.map(({ amount }) => amount))
      );
    },
    /** As in Stripe's dashboard. Returns the event of it. */
    refundByHand(paymentId: string, amount: number) {
      const { body } = createRefund(
        new URLSearchParams({ payment_intent: paymentId, amount: String(amount) }),
        false,
      );
      return createEvent("refund.created", body);
    },
    /** A diner asks their bank for the money, or the bank goes on. Returns the event of it. */
    dispute(paymentId: string, status: Stripe.Dispute.Status, amount = charges.get(paymentId) ?? 0) {
      const id = `dp_${paymentId}`;
      const type = disputes.has(id) ? "updated" : "created";
      const isClosed = ["won", "lost", "warning_closed"].includes(status);
      const known = {
        id,
        object: "dispute",
        amount,
        currency: findCurrency(paymentId),
        reason: "general",
      } as const;
      const evidence_details = { due_by: nowSeconds() + 7 * 86_400 };
      disputes.set(id, {
        ...known,
        evidence_details,
        ...disputes.get(id),
        payment_intent: paymentId,
        status,
      });
      return createEvent(`charge.dispute.${isClosed ? "closed" : type}`, disputes.get(id));
    },
    handleCall,
    expire,
    createEvent,
    setClock(now: () => number) {
      clock = now;
    },
    /** Charges the card, and returns the event of it. */
    pay(id: string) {
      const session = sessions.get(id);
      if (session?.status !== "open") throw new Error(`${id} can't be paid: it is ${session?.status}`);
      const paymentId = `pi_test_${++idCount}`;
      charges.set(paymentId, session.amount_total ?? 0);
      Object.assign(session, {
        status: "complete",
        payment_status: "paid",
        payment_intent: paymentId,
        url: null,
      });
      return createEvent("checkout.session.completed", session);
    },
    /** The diner has done everything, and the bank has not paid yet: it may take days. Returns the event of it. */
    promise(id: string) {
      const session = sessions.get(id);
      if (session?.status !== "open") throw new Error(`${id} can't be paid: it is ${session?.status}`);
      Object.assign(session, { status: "complete", url: null });
      return createEvent("checkout.session.completed", session);
    },
    /** Returns the event of it. */
    finishPayment(id: string, outcome: "succeeded" | "failed") {
      const session = sessions.get(id);
      if (outcome === "succeeded") {
        const paymentId = `pi_test_${++idCount}`;
        charges.set(paymentId, session?.amount_total ?? 0);
        Object.assign(session ?? {}, { payment_status: "paid", payment_intent: paymentId });
      }
      return createEvent(`checkout.session.async_payment_${outcome}`, session);
    },
    /** A bank may take days to accept or reject a refund. */
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

const okResponse = (body: object | undefined): StripeResponse =>
  body ? { status: 200, body: structuredClone(body) } : errorResponse(404, "resource_missing");

export const errorResponse = (status: number, code: string): StripeResponse => ({
  status,
  body: { error: { type: "invalid_request_error", code, message: code } },
});
