import type { DepositCause, DepositState } from "#app/lib/booking/booking-states.ts";

interface FoundBooking {
  canceled: boolean;
  standby: boolean;
  date: Date;
  deposit: DepositState | null;
  cause: DepositCause | null;
}

/** "2500 HUF" and "3000 HUF" */
export interface Amounts {
  price: string;
  deposit: string;
}

export interface EventText {
  date: string;
  time: string;
  cityBesideTime: string | null;
  /** For a diner on standby, the time until which we look for a seat. */
  standbyUntil: string;
  /** The time until which the seat waits for the deposit; null if the booking is valid without it. */
  payBy: string | null;
  /** The cases in which the diner loses the deposit. */
  terms: string;
}

export type PaymentView =
  | {
      is:
        | "nothing"
        | "not offered"
        | "standby"
        | "canceled"
        | "over"
        | "waiting"
        | "paid"
        | "deciding"
        | "refunding"
        | "refunded";
    }
  | { is: "to pay"; hasAbandonedCheckout: boolean }
  | { is: "kept"; cause: DepositCause | null };

/** True if nothing was paid and nothing can be paid now. */
export const isUnpaid = ({ is }: PaymentView): boolean =>
  is === "nothing" || is === "standby" || is === "canceled" || is === "over";

interface PaymentContext {
  now: Date;
  isOffered: boolean;
  /** What the return URL claims; only the webhook proves a payment. */
  back: string | null;
}

export function choosePaymentView(
  booking: FoundBooking | undefined,
  { now, isOffered, back }: PaymentContext,
): PaymentView {
  if (!booking) return { is: isOffered ? "nothing" : "not offered" };
  const { deposit: state, cause } = booking;
  if (state === "paid" && !booking.canceled && booking.date <= now) return { is: "deciding" };
  if (state === "paid" || state === "refunding" || state === "refunded") return { is: state };
  if (state === "kept") return { is: state, cause };
  if (state === "open" && back === "paid") return { is: "waiting" };
  if (booking.canceled) return { is: "canceled" };
  if (booking.date <= now) return { is: "over" };
  if (booking.standby) return { is: "standby" };
  return isOffered ? { is: "to pay", hasAbandonedCheckout: back === "unpaid" } : { is: "not offered" };
}
