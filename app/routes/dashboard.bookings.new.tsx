import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "#app/auth/guards.server.ts";
import { privatePage } from "#app/lib/page-meta.ts";
import { Choice } from "./events/event-form.tsx";
import { chooseDinner, loadChoice } from "./events/event-selection.server.ts";
import { keepWhenOffline } from "./events/keep-when-offline.ts";
import { Thanks } from "./events/thank-you.tsx";

export const meta = () => privatePage("New Booking");

export async function loader(args: LoaderFunctionArgs) {
  const [, choice] = await Promise.all([requireUser(args.request, args.context), loadChoice(args)]);
  return choice;
}

export const action = chooseDinner;

export const clientAction = keepWhenOffline;

/** The same screen as /events, within the dashboard. */
export default function NewBooking() {
  const { thanks } = useLoaderData<typeof loader>();
  return thanks ? <Thanks {...thanks} /> : <Choice />;
}
