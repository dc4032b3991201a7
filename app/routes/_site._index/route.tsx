import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import tallJpeg from "#app/assets/hero/hero-tall.jpg";
import tallAvif736 from "#app/assets/hero/hero-tall-736.avif";
import tallAvif1080 from "#app/assets/hero/hero-tall-1080.avif";
import wideAvif800 from "#app/assets/hero/hero-wide-800.avif";
import wideAvif1600 from "#app/assets/hero/hero-wide-1600.avif";
import wideAvif1920 from "#app/assets/hero/hero-wide-1920.avif";
import table from "#app/assets/table.svg";
import { ArrowLink, ButtonLink } from "#app/components/button.tsx";
import { Countdown } from "#app/components/countdown.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { publicPage, type RouteHandle } from "#app/components/page.tsx";
import { clubText } from "#app/lib/club-texts.ts";
import { dateAndTime, monthAndDay, nextFridayEvening } from "#app/lib/dates.ts";
import { club } from "#club";
import { type ClubFacts, loadClubFacts } from "./club-facts.server.ts";
import { FirstQuestion } from "./first-question.tsx";
import { GoodToKnow } from "./good-to-know.tsx";
import { Experiment, Idea, OneTable, Steps } from "./how-it-works.tsx";

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
  const { now, date, ...shown } = useLoaderData<typeof loader>();
  const { facts } = shown;
  return (
    <>
      <Hero />
      <NextEvent now={new Date(now)} friday={new Date(date)} {...shown} />
      <FirstQuestion question={facts.question} />
      <Steps />
      <OneTable />
      <Experiment figures={facts.figures} />
      <GoodToKnow facts={facts} />
      <Idea />
      <ClosingCall />
    </>
  );
}

const wideScreen = "(min-width: 56.25rem)";

const Hero = () => (
  <section className="relative isolate overflow-hidden bg-photo text-on-night [--focus-ring:var(--color-on-night)]">
    <HeroPhoto />
    <div className="page-width grid content-start pt-24 pb-[min(98vw,44rem)] lg:min-h-[clamp(40rem,52vw,58rem)] lg:content-center lg:pt-28 lg:pb-16">
      <h1 className="display max-w-[9.6em] text-hero lg:max-w-[6.8em]">{clubText("landing-headline")}</h1>
      <p className="mt-5 max-w-[27rem] text-lead lg:mt-6">{clubText("landing-lead")}</p>
      <div className="mt-6 grid justify-items-start gap-3.5">
        <ButtonLink href="/register" variant="primary" size="large">
          Take the Quiz
        </ButtonLink>
        <p className="max-w-[21rem] text-small text-on-night-2">{clubText("landing-quiz")}</p>
      </div>
    </div>
  </section>
);

const laidTable = {
  jpeg: tallJpeg,
  tall: `${tallAvif736} 736w, ${tallAvif1080} 1080w`,
  wide: `${wideAvif800} 800w, ${wideAvif1600} 1600w, ${wideAvif1920} 1920w`,
  alt: "A round table set for five by candlelight, the seats still empty",
};

/** Phones get the tall crop, large screens the wide one. Browsers without AVIF get a JPEG. */
function HeroPhoto() {
  const { jpeg, tall, wide, alt } = club.picture ?? laidTable;
  return (
    <picture>
      <source media={wideScreen} type="image/avif" srcSet={wide} />
      <source type="image/avif" srcSet={tall} />
      <img
        src={jpeg}
        alt={alt}
        width={1080}
        height={1350}
        {...{ fetchpriority: "high" }}
        className="absolute right-0 bottom-0 -z-10 h-auto w-full max-lg:fade-top lg:aspect-video lg:w-[70%] lg:max-w-[110rem] lg:fade-top-left min-[64rem]:w-[76%] min-[84rem]:w-[84%] min-[90rem]:w-[90%] min-[105rem]:w-[80%]"
      />
    </picture>
  );
}

interface NextEventProps {
  now: Date;
  /** Friday evening by the visitor's clock. */
  friday: Date;
  dateText: string;
  dayOfMonth: string;
  facts: ClubFacts;
}

/** Counts to Friday, unless only another dinner can be booked. */
const NextEvent = ({ now, friday, dateText, dayOfMonth, facts: { next, isSoldOut } }: NextEventProps) => (
  <section aria-labelledby="next-event" className="grid bg-sunk lg:grid-cols-2">
    {next && <Evening evening={next.evening.drawing} sky={64} className="aspect-[360/176] lg:h-full" />}
    <div className="grid content-center justify-items-start gap-3 px-gutter py-8">
      <h2 id="next-event" className="text-small text-ink-2">
        {next ? "The next dinner you can book" : "The next dinner"}
      </h2>
      {next ? (
        <>
          <p className="display text-2">{next.date}</p>
          <p>{[next.time, next.evening.where].filter(Boolean).join(" · ")}</p>
        </>
      ) : (
        <>
          <p data-friday={dayOfMonth} className="display text-3">
            {dateText}
          </p>
          {isSoldOut && <p>This Friday can no longer be booked, and no other date is open yet.</p>}
        </>
      )}
      <Countdown
        until={next && !next.isOnFriday ? new Date(next.startsAt) : friday}
        now={now}
        isToFriday={!next || next.isOnFriday}
      />
      {next && (
        <p className="text-small text-ink-2">
          {next.evening.seats}. A window is a seat, a lit one is taken.
          {next.evening.prices && ` Dinner: ${next.evening.prices}.`}
        </p>
      )}
      <ArrowLink href="/register">take me there</ArrowLink>
    </div>
  </section>
);

const ClosingCall = () => (
  <section className="ground-paprika grid lg:grid-cols-2">
    <div className="grid content-center justify-items-start gap-6 px-gutter py-section lg:pl-[max(var(--spacing-gutter),calc((100vw-var(--container-page))/2+var(--spacing-gutter)))]">
      <h2 className="display max-w-[9em] text-1 tracking-[-0.03em]">{clubText("landing-closing")}</h2>
      <ButtonLink href="/register" variant="light" size="large">
        Get Started
      </ButtonLink>
    </div>
    <div className="relative min-h-32 overflow-hidden bg-[#e9cfa6] lg:min-h-[560px]">
      <img
        src={table}
        alt=""
        width={1200}
        height={1200}
        loading="lazy"
        className="absolute top-1/2 -left-[84%] h-auto w-[270%] max-w-none [translate:0_-47%] lg:-left-[62%] lg:w-[225%]"
      />
    </div>
  </section>
);
