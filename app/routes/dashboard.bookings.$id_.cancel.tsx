import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useNavigation } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { seatLinks } from "#app/auth/seat-links.server.ts";
import { Button, buttonClass } from "#app/components/button.tsx";
import { Table, tables } from "#app/components/mark.tsx";
import { bookingCanceled } from "#app/emails/booking-canceled.tsx";
import { sendAfterwards } from "#app/emails/send.server.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import { leaveNotice } from "#app/lib/notice.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import { notFound } from "#app/lib/refusals.ts";
import { before, timeline } from "#app/lib/timeline.ts";
import { type Booking, cancelBooking, findBooking } from "#app/models/booking.server.ts";

export const meta = () => privatePage("Cancel this booking");

const isOpen = ({ canceled, date }: Booking, now: Date) => !canceled && date > now;

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { db, now, timeZone } = context;
  const { userId } = await requireUser(request, context);
  const booking = await findBooking(db, userId, id);
  if (!booking) throw notFound();
  const at = (date: Date) => dateAndTime(date, booking.timeZone, timeZone);
  const freeUntil = before(booking.date, timeline.closes);
  return json({
    id,
    when: at(booking.date),
    freeUntil: at(freeUntil),
    isFree: now < freeUntil,
    isOpen: isOpen(booking, now),
    isConfirmed: booking.confirmed,
  });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  const { db, now, timeZone } = context;
  const { userId, email } = await requireUser(request, context);
  const booking = await findBooking(db, userId, id);
  if (!booking) throw notFound();
  const when = dateAndTime(booking.date, booking.timeZone, timeZone);
  const { origin } = new URL(request.url);
  const seat = seatLinks(context.env, { origin, bookingId: id, date: booking.date });
  const mail = bookingCanceled({ to: email, origin, seat, when });
  if (!(await cancelBooking(db, { userId, id, now, mail })))
    return redirect(`/dashboard/bookings/${id}/cancel`);
  leaveNotice(context, "booking-canceled");
  sendAfterwards(context);
  return redirect("/dashboard/bookings");
}

export default function Cancel() {
  const { id, when, freeUntil, isFree, isOpen, isConfirmed } = useLoaderData<typeof loader>();
  const isPending = useNavigation().state !== "idle";
  if (!isOpen) {
    return (
      <Page title="There is nothing to cancel">
        <p className="text-ink-2">This booking is canceled already, or its dinner is over.</p>
        <Link to="/dashboard/bookings" className={buttonClass({})}>
          Back to Bookings
        </Link>
      </Page>
    );
  }
  return (
    <Page title="Cancel this booking?">
      <p className="text-lead">{when}</p>
      <p className="text-ink-2">
        {isFree
          ? `Canceling is free until ${freeUntil}. If you have paid the deposit, it goes back to your card.`
          : `It was free until ${freeUntil}. You can still cancel, and if you have paid the deposit, it is kept${isConfirmed ? ": four people are waiting for you" : ""}.`}
      </p>
      <Form method="post" className="flex flex-wrap gap-4 pt-2">
        <Button look="ink" pending={isPending}>
          Cancel this booking
        </Button>
        <Link to={`/dashboard/bookings/${id}`} className={buttonClass({})}>
          Keep it
        </Link>
      </Form>
    </Page>
  );
}

function Page({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid max-w-measure justify-items-start gap-5">
      <Table seats={tables.canceled} className="size-24 text-line-strong" />
      <h1 className="display text-2">{title}</h1>
      {children}
    </div>
  );
}
