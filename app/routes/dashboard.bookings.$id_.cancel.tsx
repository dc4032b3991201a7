import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { privatePage } from "#app/components/page.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { redirectWithNotice } from "#app/http/cookies.ts";
import { notFound } from "#app/http/responses.ts";
import { findBooking } from "#app/models/booking/bookings.server.ts";
import { cancelBooking, describeCancellation } from "#app/payments/cancel-booking.server.ts";

export const meta = () => privatePage("Cancel booking");

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const [, booking] = await Promise.all([
    requireUser(request, context),
    findBooking(context.db, userIdIfSignedIn(context), id),
  ]);
  if (!booking) throw notFound();
  return json({ id, ...describeCancellation(booking, context) });
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
  const { id, when, canCancel, tells, terms } = useLoaderData<typeof loader>();
  if (!canCancel) {
    return (
      <CancelPage title="There’s nothing to cancel">
        <p className="text-ink-2">This booking is already canceled, or the dinner is over.</p>
        <ButtonLink href="/dashboard/bookings">Back to Bookings</ButtonLink>
      </CancelPage>
    );
  }
  return (
    <CancelPage title={tells ? "Can’t make it?" : "Cancel booking?"}>
      <p className="text-lead">{when}</p>
      <p className="text-ink-2">{terms}</p>
      <p className="text-ink-2">{tells ?? "Somebody else will be glad of your seat."}</p>
      <form method="post" className="grid w-full gap-3 pt-2">
        <Button variant="dark">{tells ? "I can’t come" : "Cancel booking"}</Button>{" "}
        <ButtonLink href={`/dashboard/bookings/${id}`}>Keep booking</ButtonLink>
      </form>
    </CancelPage>
  );
}

const CancelPage = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="overflow-hidden rounded-paper max-lg:-mx-gutter max-lg:rounded-none">
    <CenteredCard>
      <TableDrawing seats={bookingSeats.canceled} className="size-24 text-line-strong" />
      <h1 className="display text-2">{title}</h1>
      {children}
    </CenteredCard>
  </div>
);
