import { useLoaderData } from "@remix-run/react";
import { Frame } from "#app/components/site-layout.tsx";
import { privatePage } from "#app/lib/page-meta.ts";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { Choice } from "./event-form.tsx";
import { chooseDinner, loadChoice } from "./event-selection.server.ts";
import { keepWhenOffline } from "./keep-when-offline.ts";
import { Thanks } from "./thank-you.tsx";

export const handle: RouteHandle = { hydrates: true };

export const meta = () => privatePage("Select an Event");

export const loader = loadChoice;

export const action = chooseDinner;

export const clientAction = keepWhenOffline;

export default function Events() {
  const { thanks } = useLoaderData<typeof loader>();
  return (
    <Frame>
      {thanks ? (
        <Thanks {...thanks} />
      ) : (
        <div className="page-width grid justify-items-center pt-8 pb-12">
          <Choice />
        </div>
      )}
    </Frame>
  );
}
