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
import { publicPage, type RouteHandle } from "#app/components/page.tsx";
import { LogoMark } from "#app/components/table-drawing.tsx";
import { clubText } from "#app/lib/club-texts.ts";
import { dateAndTime, monthAndDay, nextFridayEvening } from "#app/lib/dates.ts";
import { club } from "#club";
import { type ClubFacts, loadClubFacts } from "./club-facts.server.ts";
import { FirstQuestion } from "./first-question.tsx";
import { GoodToKnow, WhoSeesWhat } from "./good-to-know.tsx";
import { Experiment, Idea, Night, SampleTable, Steps } from "./how-it-works.tsx";

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
      <FirstQuestion question={facts.question} />
      <Steps />
      <Night />
      <SampleTable />
      <Experiment figures={facts.figures} />
      <GoodToKnow facts={facts} />
      <WhoSeesWhat />
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

interface NextEventProps extends Pick<ClubFacts, "soldOut"> {
  now: Date;
  date: Date;
  dateText: string;
  dayOfMonth: string;
}

const NextEvent = ({ now, date, dateText, dayOfMonth, soldOut }: NextEventProps) => (
  <section aria-labelledby="next-event" className="border-b border-line">
    <div className="page-width grid items-center gap-4 py-6 lg:grid-cols-[1fr_auto_1fr]">
      <div className="flex items-center gap-4">
        <LogoMark className="size-11 shrink-0" />
        <div>
          <h2 id="next-event" className="display text-[1.25rem]/tight tracking-[-0.012em]">
            The next dinner
          </h2>
          <p data-friday={dayOfMonth} className="text-small text-ink-2">
            {dateText}
          </p>
          {soldOut && (
            <p className="text-small">
              This Friday can no longer be booked.{" "}
              {soldOut.next ? (
                <>
                  Next you can book:{" "}
                  <a href={soldOut.next.path} className="underline underline-offset-[0.22em]">
                    {soldOut.next.when}
                  </a>
                </>
              ) : (
                "No other date is open yet."
              )}
            </p>
          )}
        </div>
      </div>
      <Countdown until={date} now={now} isToFriday />
      <ArrowLink href="/register" className="justify-self-start lg:justify-self-end">
        take me there
      </ArrowLink>
    </div>
  </section>
);

const ClosingCall = () => (
  <section className="ground-paprika grid lg:grid-cols-2">
    <div className="grid content-center justify-items-start gap-9 px-gutter py-section lg:pl-[max(var(--spacing-gutter),calc((100vw-var(--container-page))/2+var(--spacing-gutter)))]">
      <h2 className="display max-w-[9em] text-1 tracking-[-0.03em]">{clubText("landing-closing")}</h2>
      <ButtonLink href="/register" variant="light" size="large">
        Get Started
      </ButtonLink>
    </div>
    <div className="relative min-h-[300px] overflow-hidden bg-[#e9cfa6] lg:min-h-[560px]">
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
