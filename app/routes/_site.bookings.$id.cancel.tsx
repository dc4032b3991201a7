import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findSignedIn, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { AskToCancel, Canceled, NothingToCancel } from "#app/components/booking/cancel-parts.tsx";
import { describeNextDinner } from "#app/components/booking/describe-booking.server.ts";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { checkBookingLink } from "#app/emails/links.server.ts";
import { brokenLink } from "#app/http/responses.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { canceledDepositSentences } from "#app/lib/booking/cancellation-terms.ts";
import { oncePerRequest } from "#app/load-context.ts";
import { readBookingForLink } from "#app/models/booking/bookings.server.ts";
import { readEveningAfterBooking } from "#app/models/event/upcoming-events.server.ts";
import { cancelBooking, describeCancellation } from "#app/payments/cancel-booking.server.ts";

export const handle: RouteHandle = { styles: "app", offersLogin: true };

export const meta = () => privatePage("Cancel booking");

/** Needs no sign-in, because the link from the email is signed. Only the form cancels. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { booking, link, next } = await openLink(context, request, id);
  const { canCancel, ...cancellation } = describeCancellation(booking, context);
  return json({
    id,
    ...cancellation,
    canCancel: canCancel && link === "open",
    you: { photo: null, drawn: findFace(context.env, booking) },
    next: next ? describeNextDinner(next, context) : null,
  });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { booking, link } = await openLink(context, request, id);
  if (link !== "open") throw brokenLink();
  // An account that has just been erased has no booking.
  return json((await cancelBooking(context, id, booking.userId)) ?? null);
}

/** The page that answers the form needs the same lookup, and the signed-in user. */
const openLink = oncePerRequest(async (context, request: Request, id: string) => {
  const { db, now } = context;
  const [link, booking, next] = await Promise.all([
    checkBookingLink(request, id, "cancel link", context),
    loadBatched(context, readBookingForLink(db, id)),
    loadBatched(context, readEveningAfterBooking(db, id, { userId: userIdIfSignedIn(context), now })),
    findSignedIn(context),
  ]);
  if (link === "forged" || !booking) throw brokenLink();
  return { link, booking, next };
});

export default function CancelByLink() {
  const { canCancel, next, you, ...booking } = useLoaderData<typeof loader>();
  const canceled = useActionData<typeof action>();
  if (canceled)
    return (
      <Canceled
        date={booking.date}
        when={booking.when}
        deposit={canceled.deposit && canceledDepositSentences[canceled.deposit]}
        next={next}
      />
    );
  return canCancel ? (
    <AskToCancel {...booking} {...{ next, you }} />
  ) : (
    <NothingToCancel {...booking} next={next} />
  );
}
