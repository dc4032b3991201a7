import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/components/page-meta.ts";
import { dateAndTime, monthAndDay, nextFridayEvening } from "#app/lib/dates.ts";
import type { RouteHandle } from "#app/lib/route-handle.ts";
import { loadClubFacts } from "./club-facts.server.ts";
import { GoodToKnow, WhoSeesWhat } from "./good-to-know.tsx";
import { ClosingCall, Hero, NextEvent } from "./hero.tsx";
import { Night, SampleTable, Steps } from "./how-it-works.tsx";
import { Experiment, Gokon } from "./why.tsx";

export const handle: RouteHandle = { styles: "landing" };

export const meta = publicPage({
  title: "Dinner with people you’ll like",
  description:
    "Take a short quiz, get matched into a group of 5, and meet over dinner. No profile, no swiping, no chatting first.",
});

export async function loader({ context }: LoaderFunctionArgs) {
  const { now, timeZone } = context;
  const date = nextFridayEvening(now, timeZone);
  return {
    now: now.getTime(),
    date: date.getTime(),
    dateText: dateAndTime(date, timeZone),
    dayOfMonth: monthAndDay(date, timeZone).dayOfMonth,
    facts: await loadClubFacts(context, date),
  };
}

export default function Landing() {
  const { now, date, facts, ...texts } = useLoaderData<typeof loader>();
  return (
    <>
      <Hero />
      <NextEvent now={new Date(now)} date={new Date(date)} soldOut={facts.soldOut} {...texts} />
      <Steps />
      <Night />
      <SampleTable />
      <Experiment figures={facts.figures} />
      <GoodToKnow facts={facts} />
      <WhoSeesWhat hasDeposits={facts.hasDeposits} />
      <Gokon />
      <ClosingCall />
    </>
  );
}
