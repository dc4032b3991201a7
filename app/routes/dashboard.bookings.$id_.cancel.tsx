import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { AskToCancel, NothingToCancel } from "#app/components/booking/cancel-parts.tsx";
import { describeNextDinner } from "#app/components/booking/describe-booking.server.ts";
import { privatePage } from "#app/components/page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { redirectWithNotice } from "#app/http/cookies.ts";
import { notFound } from "#app/http/responses.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { avatarAddress } from "#app/lib/account/person.ts";
import { readProfile } from "#app/models/account/profiles.server.ts";
import { readBooking } from "#app/models/booking/bookings.server.ts";
import { readEveningAfterBooking } from "#app/models/event/upcoming-events.server.ts";
import { cancelBooking, describeCancellation } from "#app/payments/cancel-booking.server.ts";

export const meta = () => privatePage("Cancel booking");

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { db, env, now } = context;
  const userId = userIdIfSignedIn(context);
  // All are read in one batch.
  const [session, booking, next, profile] = await Promise.all([
    requireUser(request, context),
    loadBatched(context, readBooking(db, userId, id)),
    loadBatched(context, readEveningAfterBooking(db, id, { userId, now })),
    loadBatched(context, readProfile(db, userId)),
  ]);
  if (!booking) throw notFound();
  return json({
    id,
    ...describeCancellation(booking, context),
    next: next ? describeNextDinner(next, context) : null,
    you: {
      photo: avatarAddress(profile?.avatarUrl),
      drawn: findFace(env, { userId: session.userId, face: profile?.face ?? null }),
    },
  });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const canceled = await cancelBooking(context, id, userId);
  if (canceled === undefined) throw notFound();
  if (!canceled) return redirect(`/dashboard/bookings/${id}/cancel`);
  const { deposit } = canceled;
  return redirectWithNotice(
    context,
    deposit ? `booking-canceled-${deposit}` : "booking-canceled",
    "/dashboard/bookings",
  );
}

export default function Cancel() {
  const { canCancel, next, you, ...booking } = useLoaderData<typeof loader>();
  return (
    <div className="overflow-hidden rounded-paper max-lg:-mx-gutter max-lg:rounded-none">
      {canCancel ? (
        <AskToCancel {...booking} {...{ next, you }} />
      ) : (
        <NothingToCancel {...booking} next={next} />
      )}
    </div>
  );
}
