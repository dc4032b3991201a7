import { ArrowLink } from "#app/components/button.tsx";
import { clubText } from "#app/lib/club-texts.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { endWithPeriod } from "#app/lib/text.ts";
import { hourMs } from "#app/lib/time-units.ts";
import type { ClubFacts } from "./club-facts.server.ts";

const freeHours = eventTimes.closesBeforeMs / hourMs;

interface Line {
  what: string;
  terms: string;
  more: string;
}

const listLines = ({ where, hasDeposits, deposit, prices }: ClubFacts): Line[] => [
  {
    what: "Taking part",
    terms: clubText("price-now"),
    more: clubText("price-badge") && endWithPeriod(clubText("price-badge")),
  },
  {
    what: "Your dinner",
    terms: "You pay your own",
    more: `You order from the menu, and pay for what you order.${prices ? ` Usually ${prices}.` : ""}`,
  },
  ...(hasDeposits
    ? [
        {
          what: "The deposit",
          terms: "Refundable",
          more: `${deposit ?? "How much depends on the city"}. It’s optional. We refund it the day after the dinner.`,
        },
      ]
    : []),
  ...(where ? [{ what: "Where", terms: where, more: "You choose the date, we choose the restaurant." }] : []),
  { what: "Language", terms: "One you all speak", more: "You tell us yours in the quiz." },
  {
    what: "Your diet",
    terms: "Tell us in the quiz",
    more: "If no restaurant of a dinner caters for it, we say so before you book.",
  },
  {
    what: "Canceling",
    terms: `Free until ${freeHours} hours before`,
    more: hasDeposits
      ? "You can still cancel later, but we keep the deposit."
      : "You can still cancel later, and it helps your table.",
  },
];

const listQuestions = ({ hasDeposits }: ClubFacts) => [
  {
    question: "Is it a dating app?",
    answer:
      "No. Some people come for friends, some for work, some for love. We seat five people who are likely to get along, and leave the rest to you.",
  },
  {
    question: "Can I bring a friend?",
    answer:
      "Yes, you can both book the same dinner. We make the tables, so you’ll probably sit apart and meet four new people each.",
  },
  {
    question: "When do I know where to go?",
    answer: `Two days before dinner. We email you the restaurant, your table number, and who is coming.`,
  },
  {
    question: "What if there’s no seat for me?",
    answer: `We make tables of exactly five, so a few people may be on standby. You get a seat if one comes free for you. If there’s none 3 hours before dinner, we cancel the booking, ${hasDeposits ? "refund your deposit, " : ""}and you get priority next time.`,
  },
  {
    question: "What if I don’t like my table?",
    answer:
      "Then it was one dinner. The day after, tell us who you’d rather not sit with. They’ll never know, and we won’t seat you together again.",
  },
  {
    question: "How do I know it’s safe?",
    answer:
      "You meet in a restaurant, and nobody at your table gets your last name, or a way to reach you unless you both want that. If something isn’t right, your dinner’s page tells you how to get help.",
  },
];

export const GoodToKnow = ({ facts }: { facts: ClubFacts }) => (
  <section className="border-t border-line">
    <div className="page-width grid gap-12 py-section lg:grid-cols-2 lg:gap-x-24">
      <div>
        <h2 className="display text-1">Good to know</h2>
        <dl className="menu mt-8 border-t border-ink">
          {listLines(facts).map(
            ({ what, terms, more }) =>
              terms && (
                <div key={what} className="border-b border-line py-3">
                  <dt className="display text-lead">{what}</dt>
                  <dd className="font-strong">{terms}</dd>
                  <dd className="text-small text-ink-2">{more}</dd>
                </div>
              ),
          )}
        </dl>
        <p className="mt-5 flex flex-wrap gap-x-8">
          <ArrowLink href="/events">See all dates</ArrowLink>{" "}
          <ArrowLink href="/your-city">Not in your city?</ArrowLink>
        </p>
      </div>
      <div className="questions border-t border-ink lg:self-start">
        {listQuestions(facts).map(({ question, answer }, i) => (
          <details key={question} open={i === 0} className="border-b border-line">
            <summary className="display text-lead">{question}</summary>
            <p className="max-w-measure pb-8 text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </div>
  </section>
);

/** One sentence; the whole table has a page of its own. */
export const WhoSeesWhat = () => (
  <section className="border-t border-line">
    <div className="page-width grid gap-x-24 py-section lg:grid-cols-2">
      <h2 className="display text-2">Who sees what</h2>
      <div className="grid gap-4 max-lg:mt-4">
        <p className="max-w-measure text-lead text-ink-2">
          There is no profile. The people at your table see your first name, your photo, and little else. The
          host welcomes you at the restaurant.
        </p>
        <p className="flex flex-wrap gap-x-8">
          <ArrowLink href="/who-sees-what">See it line by line</ArrowLink>{" "}
          <ArrowLink href="/contact">If something goes wrong</ArrowLink>
        </p>
      </div>
    </div>
  </section>
);
