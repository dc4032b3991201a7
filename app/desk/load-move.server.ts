import type { AppLoadContext } from "@remix-run/cloudflare";
import { notFound } from "#app/http/responses.ts";
import type { Operator } from "#app/lib/desk-settings.ts";
import { findEventBooking } from "#app/models/booking/event-bookings.server.ts";
import { noteOperator } from "#app/models/security/security-notes.server.ts";
import { listMoveOptions } from "#app/operations/booking/move.ts";
import { createOperationContext } from "./run-operation.server.ts";
import { isWithin } from "./scope.server.ts";

/** Where a diner could sit instead. */
export async function loadMove(context: AppLoadContext, operator: Operator, bookingId: string) {
  const booking = await findEventBooking(context.db, bookingId);
  if (!booking?.tableId || booking.canceled || !isWithin(operator, booking, context.now)) throw notFound();
  await noteOperator(context.db, {
    ...{ userIds: [booking.userId], kind: "looked-at", command: "booking move" },
    ...{ operator: operator.name, now: context.now },
  });
  const options = await listMoveOptions(createOperationContext(context, operator), booking);
  return {
    bookingId,
    name: booking.name,
    table: booking.table,
    venueName: booking.venueName,
    eventId: booking.eventId,
    free: options.filter((option) => option.other === null),
    swaps: options.filter((option) => option.other !== null),
  };
}

export type Move = Awaited<ReturnType<typeof loadMove>>;
