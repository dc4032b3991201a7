import { ArrowLink } from "#app/components/button.tsx";
import { Signature } from "#app/components/signature.tsx";
import { clubText } from "#app/lib/club-texts.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import { hourMs } from "#app/lib/time-units.ts";
import type { ClubFacts } from "./club-facts.server.ts";

const freeHours = eventTimes.closesBeforeMs / hourMs;

export const GoodToKnow = ({ facts }: { facts: ClubFacts }) => (
  <section className="page-width grid grid-cols-1 gap-10 py-section lg:grid-cols-2 lg:gap-x-24">
    <Alone phone={facts.phone} />
    <Costs facts={facts} />
    <WhoSeesWhat />
  </section>
);

const Alone = ({ phone }: Pick<ClubFacts, "phone">) => (
  <div>
    <h2 className="display text-1">If you come alone</h2>
    <ol className="alone mt-6 border-b border-line">
      <li>You meet in a restaurant, among other people.</li>
      <li>
        {phone ? (
          <>
            During the dinner, we answer at{" "}
            <a href={telephoneLink(phone)} className="whitespace-nowrap underline underline-offset-[0.22em]">
              {phone}
            </a>
            .
          </>
        ) : (
          "If something isn’t right, your dinner’s page tells you how to get help."
        )}
      </li>
      <li>Nobody at your table gets your last name, or a way to reach you unless you both want that.</li>
      <li>Be on time, be kind, and take no for an answer. Diners who aren’t kind can be blocked.</li>
      <li>
        The day after, tell us who you’d rather not sit with. They’ll never know, and we won’t seat you
        together again.
      </li>
    </ol>
    <Signature className="mt-6" />
  </div>
);

function listCosts({ where, hasDeposits, deposit, prices }: ClubFacts): [what: string, terms: string][] {
  return [
    [
      "Taking part",
      [clubText("price-now"), clubText("price-badge").toLowerCase()].filter(Boolean).join(", "),
    ],
    ["Dinner", `${prices ?? "What you order"}, at the restaurant`],
    ...(hasDeposits
      ? [["Deposit", `${deposit ?? "Depends on the city"}, optional and refundable`] as [string, string]]
      : []),
    ["Canceling", `Free until ${freeHours} hours before`],
    ...(where ? [["Where", where] as [string, string]] : []),
  ];
}

const Costs = ({ facts }: { facts: ClubFacts }) => (
  <div>
    <h2 className="display text-1">What it costs</h2>
    <dl className="mt-6 border-b border-line">
      {listCosts(facts).map(([what, terms]) => (
        <div key={what} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-3">
          <dt className="text-ink-2">{what}</dt>
          <dd className="ml-auto font-strong">{terms}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-5 flex flex-wrap gap-x-8">
      <ArrowLink href="/events">See all dates</ArrowLink>{" "}
      <ArrowLink href="/your-city">Not in your city?</ArrowLink>
    </p>
  </div>
);

/** One sentence; the whole table has a page of its own. */
const WhoSeesWhat = () => (
  <div className="border-t border-ink pt-6 lg:col-span-2">
    <h2 className="text-ink-2">Who sees what</h2>
    <p className="mt-2 display max-w-[44rem] text-3">
      Your table sees your first name, your photo, and up to three things that most of you share. Your answers
      stay with the people who run the club.
    </p>
    <p className="mt-2 flex flex-wrap gap-x-8">
      <ArrowLink href="/who-sees-what">See it line by line</ArrowLink>{" "}
      <ArrowLink href="/contact">If something goes wrong</ArrowLink>
    </p>
  </div>
);
