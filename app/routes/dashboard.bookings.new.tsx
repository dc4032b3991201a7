import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { retryAfterHeader } from "#app/http/responses.ts";
import { bookEvent } from "./events/book-event.server.ts";
import { EventSelection } from "./events/event-form.tsx";
import { loadEvents } from "./events/load-events.server.ts";

export const handle: RouteHandle = { failure: "We couldn’t load the events." };

export const meta = () => privatePage("New Booking");

export async function loader(args: LoaderFunctionArgs) {
  const [, selection] = await Promise.all([requireUser(args.request, args.context), loadEvents(args)]);
  return selection;
}

export const action = bookEvent;

export const headers = retryAfterHeader;

export default function NewBooking() {
  return (
    <div data-dashboard>
      <EventSelection />
    </div>
  );
}
