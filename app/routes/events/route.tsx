import type { MetaFunction } from "@remix-run/cloudflare";
import { linkPreview, privatePage, type RouteHandle } from "#app/components/page.tsx";
import { SiteLayout } from "#app/components/site-layout.tsx";
import { retryAfterHeader } from "#app/http/responses.ts";
import { bookEvent } from "./book-event.server.ts";
import { EventSelection } from "./event-form.tsx";
import { loadEvents } from "./load-events.server.ts";

export const handle: RouteHandle = { styles: "app", failure: "We couldn’t load the events." };

export const meta: MetaFunction<typeof loadEvents> = ({ data }) => [
  ...privatePage("Select an Event"),
  ...(data && "preview" in data && data.preview ? linkPreview(data.preview) : []),
];

export const loader = loadEvents;

export const action = bookEvent;

export const headers = retryAfterHeader;

export default function Events() {
  return (
    <SiteLayout>
      <EventSelection />
    </SiteLayout>
  );
}
