import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button, ButtonLink } from "#app/components/button.tsx";
import { Room } from "#app/components/centered-card.tsx";
import { Table, tables } from "#app/components/table-drawing.tsx";
import { checkBookingLink } from "#app/emails/booking-links.server.ts";
import { notFound } from "#app/http/responses.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import { findBookingForLink } from "#app/models/booking/bookings.server.ts";
import { cancellationOf, cancelSeat } from "./cancel-booking.server.ts";

export const meta = () => privatePage("Cancel this booking");

/** By a link from a mail: it shows, and cancels nothing until it is told to. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const link = checkBookingLink(request, id, context);
  if (link === "not ours") throw notFound();
  const seat = await findBookingForLink(context.db, id);
  if (!seat) throw notFound();
  const { when, costs, isOpen } = cancellationOf(seat, context);
  return json({ when, costs, isOpen: isOpen && link === "open" });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  if (checkBookingLink(request, id, context) !== "open") throw notFound();
  const seat = await findBookingForLink(context.db, id);
  if (!seat) throw notFound();
  const isDone = await cancelSeat(request, context, seat, seat);
  return json({ isDone: isDone || (await findBookingForLink(context.db, id))?.canceled });
}

export default function CancelByLink() {
  const { when, costs, isOpen } = useLoaderData<typeof loader>();
  const isDone = useActionData<typeof action>()?.isDone;
  if (isDone) {
    return (
      <Moment title="Your booking is canceled">
        <p className="text-ink-2">Somebody may be glad of your chair. There is a dinner every week.</p>
        <ButtonLink href="/events">See the dinners</ButtonLink>
      </Moment>
    );
  }
  if (!isOpen) {
    return (
      <Moment title="There is nothing to cancel">
        <p className="text-ink-2">This booking is canceled already, or its dinner is over.</p>
        <ButtonLink href="/dashboard/bookings">Bookings</ButtonLink>
      </Moment>
    );
  }
  return (
    <Moment title="Cancel this booking?">
      <p className="text-lead">{when}</p>
      <p className="text-ink-2">{costs}</p>
      <Form method="post">
        <Button look="ink">Cancel this booking</Button>
      </Form>
    </Moment>
  );
}

const Moment = ({ title, children }: { title: string; children: ReactNode }) => (
  <Room>
    <Table seats={tables.canceled} className="size-24 text-line-strong" />
    <h1 className="display text-2">{title}</h1>
    {children}
  </Room>
);
