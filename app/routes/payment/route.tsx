import {
  type ActionFunctionArgs,
  type AppLoadContext,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { FormError } from "#app/components/banner.tsx";
import { describeNextDinner } from "#app/components/booking/describe-booking.server.ts";
import { CenteredCard } from "#app/components/card.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { SiteLayout } from "#app/components/site-layout.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { readForm } from "#app/http/forms.ts";
import { notFound } from "#app/http/responses.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { avatarAddress } from "#app/lib/account/person.ts";
import { areDepositsOffered } from "#app/lib/booking/booking-states.ts";
import {
  describeDepositTerms,
  describeRefund,
  freeCancellationEnd,
} from "#app/lib/booking/cancellation-terms.ts";
import { cityBeside, eventDateAndTime, eventTime, longDate } from "#app/lib/dates.ts";
import { describeEvening } from "#app/lib/event/evening.ts";
import { eventTimes, feedbackWindow, timeBefore } from "#app/lib/event/event-times.ts";
import { formatAmount } from "#app/lib/price.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { withTimeout } from "#app/lib/timing.ts";
import { describeError, log, logError } from "#app/log.ts";
import { readProfile } from "#app/models/account/profiles.server.ts";
import { type Payable, readPayment } from "#app/models/deposit/deposits.server.ts";
import { readEveningAfterBooking, readFirstEvening } from "#app/models/event/upcoming-events.server.ts";
import { findCompletedCheckout, openCheckout } from "#app/payments/checkouts.server.ts";
import { connectStripe } from "#app/payments/stripe.server.ts";
import {
  AmountsNote,
  choosePaymentView,
  DepositStatus,
  DepositToPay,
  DinnerCosts,
  isEnding,
  OtherDeposits,
  PayDeposit,
  type PaymentView,
} from "./deposit-status.tsx";

export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("Deposit");

/** The page refreshes after these delays while it waits for the webhook: about 15 minutes in total. */
const refreshDelaysSeconds = [2, 3, 5, 10, 20, 60, 120, 240, 480];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, now, env, timeZone } = context;
  const { searchParams } = new URL(request.url);
  const bookingId = searchParams.get("booking");
  // All are read in one batch.
  const [{ userId }, { found, others, usual }, nextEvening, profile] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readPayment(db, userIdIfSignedIn(context), bookingId, now)),
    loadBatched(
      context,
      bookingId === null
        ? readFirstEvening(db, {
            slug: null,
            userId: userIdIfSignedIn(context),
            ...context.coordinates,
            timeZone,
            now,
          })
        : readEveningAfterBooking(db, bookingId, { userId: userIdIfSignedIn(context), now }),
    ),
    loadBatched(context, readProfile(db, userIdIfSignedIn(context))),
  ]);
  if (bookingId !== null && !found) throw notFound();
  const chosen = choosePaymentView(found, {
    now,
    isOffered: areDepositsOffered(env),
    back: searchParams.get("back"),
  });
  const view: PaymentView =
    chosen.is !== "waiting" && found?.deposit === "open" && (await isBankAwaited(context, found.checkoutId))
      ? { is: "waiting" }
      : chosen;
  const refreshCount = Math.max(0, Math.floor(Number(searchParams.get("looked"))) || 0);
  const refreshDelay = view.is === "waiting" ? refreshDelaysSeconds[refreshCount] : undefined;
  const query = new URLSearchParams({
    booking: found?.bookingId ?? "",
    back: "paid",
    looked: String(refreshCount + 1),
  });
  return json(
    {
      view,
      next:
        nextEvening && isEnding(view) && (bookingId !== null || !found)
          ? describeNextDinner(nextEvening, context)
          : null,
      you: {
        photo: avatarAddress(profile?.avatarUrl),
        drawn: findFace(env, { userId, face: profile?.face ?? null }),
      },
      bookingId: found?.bookingId,
      amounts: found
        ? {
            price: formatAmount(found.price, found.currency),
            deposit: describeDeposit(found.depositAmount, found.depositCurrency),
          }
        : usual && {
            price: formatAmount(usual.price, usual.currency),
            deposit: describeDeposit(usual.deposit, usual.currency),
          },
      refundAmount: found?.refundAmount ? formatAmount(found.refundAmount, found.depositCurrency) : null,
      refundNote: found ? describeRefund({ ...found, currency: found.depositCurrency }, now) : null,
      left:
        found?.refunded && (found.deposit === "paid" || found.deposit === "kept")
          ? formatAmount(found.depositAmount - found.refunded, found.depositCurrency)
          : null,
      others: areDepositsOffered(env)
        ? others.map((other) => ({ id: other.otherId, date: longDate(other.date, other.timeZone) }))
        : [],
      event: found && {
        date: longDate(found.date, found.timeZone),
        time: eventTime(found.date, found, timeZone),
        cityBesideTime: cityBeside(eventTime(found.date, found, timeZone), found),
        standbyUntil: eventDateAndTime(
          timeBefore(found.date, eventTimes.standbyEndsBeforeMs),
          found,
          timeZone,
        ),
        payBy: found.payBy && !found.confirmed ? describePayBy(found.payBy, found, context) : null,
        refundOn: describeRefundDay(found, now),
        terms: describeTerms(found, context),
        dinnerPrices: found.priceRanges && describeEvening(found, found).prices,
        evening: describeEvening(found, found).drawing,
        seats: found.canceled
          ? ("canceled" as const)
          : found.confirmed
            ? ("confirmed" as const)
            : ("pending" as const),
        isOnStandby: found.standby,
        feedbackPath: isFeedbackOpen(found, now) ? `/bookings/${found.bookingId}/feedback` : null,
      },
      willRefresh: refreshDelay !== undefined,
    },
    refreshDelay ? { headers: { Refresh: `${refreshDelay}; url=/payment?${query}` } } : {},
  );
}

function isFeedbackOpen({ mayBeAsked, date, timeZone }: Payable, now: Date): boolean {
  if (!mayBeAsked || date > now) return false;
  const { opensAt, closesAt } = feedbackWindow(date, timeZone);
  return opensAt <= now && now < closesAt;
}

/** Whoever pays within hours needs no date. */
const isSoon = (payBy: Date, now: Date) => payBy.getTime() - now.getTime() < soonMs;

const soonMs = 6 * hourMs;

const describePayBy = (payBy: Date, city: Payable, { now, timeZone }: AppLoadContext) =>
  isSoon(payBy, now) ? eventTime(payBy, city, timeZone) : eventDateAndTime(payBy, city, timeZone);

/** Null once it is due. */
function describeRefundDay({ date, timeZone }: Payable, now: Date): string | null {
  const due = new Date(date.getTime() + eventTimes.settlesAfterMs);
  return now < due ? longDate(due, timeZone) : null;
}

const describeDeposit = (amount: number, currency: string) =>
  amount > 0 ? formatAmount(amount, currency) : null;

/** Whether the diner has finished at Stripe, wherever they come from now. */
async function isBankAwaited(context: AppLoadContext, checkoutId: string | null): Promise<boolean> {
  const stripe = connectStripe(context.env);
  if (!stripe || !checkoutId) return false;
  try {
    return await withTimeout(lookUpTimeoutMs, findCompletedCheckout(context, stripe, checkoutId));
  } catch (error) {
    // The button asks again, and opens nothing if something was paid.
    log("warning", "checkout not looked up", { requestId: context.requestId, error: describeError(error) });
    return false;
  }
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get("Refresh");
  return refresh ? { Refresh: refresh } : new Headers();
};

function describeTerms({ date, confirmed, wasMoved, ...city }: Payable, context: AppLoadContext): string {
  const until = freeCancellationEnd({ date, wasMoved });
  return describeDepositTerms({
    wasMoved,
    isFree: context.now < until,
    freeUntil: eventDateAndTime(until, city, context.timeZone),
    hasSeat: confirmed,
    hasDeposit: true,
  }).join(" ");
}

const checkoutTimeoutMs = 8_000;
const lookUpTimeoutMs = 3_000;

export async function action({ request, context }: ActionFunctionArgs) {
  const { booking = "" } = await readForm(request);
  const { db, env, now } = context;
  const stripe = connectStripe(env);
  const back = `/payment?${new URLSearchParams({ booking })}`;
  const userId = userIdIfSignedIn(context);
  const checkout = { bookingId: booking, userId };
  try {
    const [, { found }, url] = await Promise.all([
      requireUser(request, context),
      loadBatched(context, readPayment(db, userId, booking, now)),
      stripe && withTimeout(checkoutTimeoutMs, openCheckout(context, stripe, checkout, now)),
    ]);
    if (!found) throw notFound();
    return redirect(url ?? back, 303);
  } catch (error) {
    if (error instanceof Response) throw error;
    logError("no checkout was opened", error, { booking });
    return json({ hasFailed: true }, 503);
  }
}

export default function Payment() {
  const { view, next, you, bookingId, amounts, others, event, willRefresh, refundAmount, refundNote, left } =
    useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  return (
    <SiteLayout>
      <CenteredCard>
        {failure && (
          <FormError>
            We couldn’t reach the payment page. Nothing was charged. Try again in a moment.
          </FormError>
        )}
        {view.is === "to pay" && bookingId && event ? (
          <>
            <DepositToPay hasAbandonedCheckout={view.hasAbandonedCheckout} {...{ amounts, event, you }} />
            <PayDeposit bookingId={bookingId} isOptional={event.payBy === null} />
            {event.dinnerPrices && <DinnerCosts prices={event.dinnerPrices} />}
          </>
        ) : (
          <>
            <DepositStatus
              view={view}
              bookingId={bookingId}
              deposit={view.is === "refunding" ? refundAmount : (left ?? amounts?.deposit)}
              refundNote={refundNote}
              isPartBack={left !== null}
              event={event}
              willRefresh={willRefresh}
              next={next}
              you={you}
            />
            <AmountsNote view={view} amounts={amounts} />
          </>
        )}
        <OtherDeposits others={others} />
      </CenteredCard>
    </SiteLayout>
  );
}
