import { useLoaderData } from "@remix-run/react";
import { privatePage } from "#app/components/page-meta.ts";
import { SiteLayout } from "#app/components/site-layout.tsx";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { EventForm, submitOrReportOffline } from "./event-form.tsx";
import { loadEventSelection, submitEventSelection } from "./event-selection.server.ts";
import { ThankYou } from "./thank-you.tsx";

export const handle: RouteHandle = { hydrates: true };

export const meta = () => privatePage("Select an Event");

export const loader = loadEventSelection;

export const action = submitEventSelection;

export const clientAction = submitOrReportOffline;

export default function Events() {
  const { booked } = useLoaderData<typeof loader>();
  return (
    <SiteLayout>
      {booked ? (
        <ThankYou {...booked} />
      ) : (
        <div className="page-width grid justify-items-center pt-8 pb-12">
          <EventForm />
        </div>
      )}
    </SiteLayout>
  );
}
