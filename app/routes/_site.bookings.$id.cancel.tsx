import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { findSignedIn } from "#app/auth/session.server.ts";
import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { checkBookingLink } from "#app/emails/links.server.ts";
import { brokenLink } from "#app/http/responses.ts";
import { canceledDepositSentences } from "#app/lib/booking/cancellation-terms.ts";
import { oncePerRequest } from "#app/load-context.ts";
import { findBookingForLink } from "#app/models/booking/bookings.server.ts";
import { cancelBooking, describeCancellation } from "#app/payments/cancel-booking.server.ts";

export const handle: RouteHandle = { styles: "app", offersLogin: true };

export const meta = () => privatePage("Cancel booking");

/** Needs no sign-in, because the link from the email is signed. Only the form cancels. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { booking, link } = await openLink(context, request, id);
  const { when, tells, terms, canCancel } = describeCancellation(booking, context);
  return json({ id, when, tells, terms, canCancel: canCancel && link === "open" });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { booking, link } = await openLink(context, request, id);
  if (link !== "open") throw brokenLink();
  // An account that has just been erased has no booking.
  return json((await cancelBooking(context, id, booking.userId)) ?? null);
}

/** The page that answers the form needs the same lookup, and the signed-in user. */
const openLink = oncePerRequest(async (context, request: Request, id: string) => {
  const [link, booking] = await Promise.all([
    checkBookingLink(request, id, "cancel link", context),
    findBookingForLink(context.db, id),
    findSignedIn(context),
  ]);
  if (link === "forged" || !booking) throw brokenLink();
  return { link, booking };
});

export default function CancelByLink() {
  const { id, when, tells, terms, canCancel } = useLoaderData<typeof loader>();
  const canceled = useActionData<typeof action>();
  if (canceled) {
    return (
      <CancelCard title="Your booking is canceled">
        <p className="text-ink-2">
          Thank you for telling us.{canceled.deposit && ` ${canceledDepositSentences[canceled.deposit]}`} You
          can book another dinner whenever you like.
        </p>
        <ButtonLink href="/events">See all dinners</ButtonLink>
      </CancelCard>
    );
  }
  if (!canCancel) {
    return (
      <CancelCard title="There’s nothing to cancel">
        <p className="text-ink-2">This booking is already canceled, or the dinner is over.</p>
        <ButtonLink href="/dashboard/bookings">Bookings</ButtonLink>
      </CancelCard>
    );
  }
  return (
    <CancelCard title={tells ? "Can’t make it?" : "Cancel booking?"}>
      <p className="text-lead">{when}</p>
      <p className="text-ink-2">{terms}</p>
      <p className="text-ink-2">{tells ?? "Somebody else will be glad of your seat."}</p>
      <form method="post">
        <Button variant="dark">{tells ? "I can’t come" : "Cancel booking"}</Button>
      </form>
      <QuietLink href={`/dashboard/bookings/${id}`}>Keep booking</QuietLink>
    </CancelCard>
  );
}

const CancelCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <CenteredCard>
    <TableDrawing seats={bookingSeats.canceled} className="size-24 text-line-strong" />
    <h1 className="display text-2">{title}</h1>
    {children}
  </CenteredCard>
);
