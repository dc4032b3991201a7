import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/components/page-meta.ts";
import { dateAndTime, nextFridayEvening } from "#app/lib/dates.ts";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { ClosingCall } from "./closing-call.tsx";
import { Experiment } from "./experiment.tsx";
import { Gokon } from "./gokon.tsx";
import { Hero } from "./hero.tsx";
import { NextEvent } from "./next-event.tsx";
import { Steps } from "./steps.tsx";

export const handle: RouteHandle = { isLanding: true };

export const meta = publicPage({
  title: "Dinner with people you will like",
  description:
    "Take a short quiz, get matched into a group of 5, and meet over dinner. No profile, no swiping, no chatting first.",
});

export function loader({ context: { now, timeZone } }: LoaderFunctionArgs) {
  const date = nextFridayEvening(now, timeZone);
  return {
    now: now.getTime(),
    date: date.getTime(),
    dateText: dateAndTime(date, timeZone),
  };
}

export default function Landing() {
  const { now, date, dateText } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero />
      <NextEvent now={new Date(now)} date={new Date(date)} dateText={dateText} />
      <Steps />
      <Experiment />
      <Gokon />
      <ClosingCall />
    </>
  );
}
