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
import { currentUserId } from "#app/auth/session.server.ts";
import { Banner } from "#app/components/banner.tsx";
import { Room } from "#app/components/centered-card.tsx";
import { Frame } from "#app/components/site-layout.tsx";
import { loadBatched } from "#app/db/batched-read.ts";
import { readForm } from "#app/http/form-data.ts";
import { notFound } from "#app/http/responses.ts";
import { withTimeout } from "#app/http/timing.ts";
import { dateAndTime, eventTime, longDate } from "#app/lib/dates.ts";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { logError } from "#app/log.ts";
import { type Payable, readPayment } from "#app/models/deposit/deposits.server.ts";
import { openCheckout } from "#app/payments/open-checkout.server.ts";
import { areDepositsOffered, connectStripe } from "#app/payments/stripe.server.ts";
import { Offer } from "./deposit-offer.tsx";
import { Standing } from "./deposit-status.tsx";
import { viewOf } from "./payment-view.ts";

export const handle: RouteHandle = { appStyles: true };

export const meta = () => privatePage("Deposit");

/** A page that waits looks again by itself, ever less often, and gives up after a quarter of an hour. */
const looks = [2, 3, 5, 10, 20, 60, 120, 240, 480];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, now, env, timeZone } = context;
  const { searchParams } = new URL(request.url);
  const booking = searchParams.get("booking");
  const [, found] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readPayment(db, currentUserId(request, context), booking, now)),
  ]);
  if (booking !== null && !found) throw notFound();
  const view = viewOf(found, { now, isOffered: areDepositsOffered(env), back: searchParams.get("back") });
  const looked = Math.max(0, Math.floor(Number(searchParams.get("looked"))) || 0);
  const next = view.is === "waiting" ? looks[looked] : undefined;
  const again = new URLSearchParams({ booking: booking ?? "", back: "paid", looked: String(looked + 1) });
  return json(
    {
      view,
      bookingId: found?.bookingId,
      dinner: found && {
        date: longDate(found.date, found.timeZone),
        time: eventTime(found.date, found.timeZone, timeZone),
        freeUntil: freeUntilOf(found, context),
      },
      looksAgain: next !== undefined,
    },
    next ? { headers: { Refresh: `${next}; url=/payment?${again}` } } : {},
  );
}

export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const refresh = loaderHeaders.get("Refresh");
  return refresh ? { Refresh: refresh } : new Headers();
};

/** Who waits on standby may go whenever they like. */
function freeUntilOf({ date, timeZone, confirmed }: Payable, context: AppLoadContext): string | null {
  const until = timeBefore(date, eventTimes.closesBeforeMs);
  if (context.now < until) return dateAndTime(until, timeZone, context.timeZone);
  return confirmed
    ? null
    : dateAndTime(timeBefore(date, eventTimes.standbyEndsBeforeMs), timeZone, context.timeZone);
}

const patience = 8_000;

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const { booking = "" } = await readForm(request);
  const { db, env, now } = context;
  if (!(await loadBatched(context, readPayment(db, currentUserId(request, context), booking, now))))
    throw notFound();
  const stripe = connectStripe(env);
  const back = `/payment?${new URLSearchParams({ booking })}`;
  if (!stripe) return redirect(back, 303);
  const wish = { bookingId: booking, userId, origin: new URL(request.url).origin };
  try {
    return redirect((await withTimeout(patience, openCheckout(context, stripe, wish, now))) ?? back, 303);
  } catch (fault) {
    logError("no checkout was opened", fault, { booking });
    return json({ failed: true }, 503);
  }
}

export default function Payment() {
  const { view, bookingId, dinner, looksAgain } = useLoaderData<typeof loader>();
  const hasFailed = useActionData<typeof action>()?.failed;
  return (
    <Frame>
      <Room>
        {hasFailed && (
          <Banner look="error">
            The payment page could not be reached. Nothing was charged. Please try again in a moment.
          </Banner>
        )}
        {view.is === "to pay" && bookingId && dinner ? (
          <Offer bookingId={bookingId} dinner={dinner} cameBack={view.cameBack} />
        ) : (
          <Standing view={view} bookingId={bookingId} dinner={dinner} looksAgain={looksAgain} />
        )}
      </Room>
    </Frame>
  );
}
