import laidTable from "#app/assets/laid-table.svg";
import faces from "#app/assets/sample-faces.svg";
import { ArrowLink } from "#app/components/button.tsx";
import { bookingSeats, type Seat, TableDrawing } from "#app/components/table-drawing.tsx";
import { figuresPath } from "#app/http/public-pages.ts";
import { clubText } from "#app/lib/club-texts.ts";
import { generalIcebreakers } from "#app/lib/event/icebreakers.ts";
import { club } from "#club";
import type { ClubFacts } from "./club-facts.server.ts";

const struckWords = ["Profiles.", "Swiping.", "Chatting first."];

export const Experiment = ({ figures }: Pick<ClubFacts, "figures">) => (
  <section className="bg-sunk">
    <div className="page-width grid grid-cols-1 gap-8 py-section lg:grid-cols-[7fr_4fr] lg:items-end lg:gap-x-24">
      <h2 className="display text-2 lg:col-span-2">The Biggest Social Experiment</h2>
      <ul className="display text-[min(clamp(2.75rem,.9rem+8.2vw,8rem),14vw)]/[1.02] tracking-[-0.03em]">
        {struckWords.map((word) => (
          <li key={word} className="text-ink-3">
            <s className="decoration-paprika decoration-[.055em]">{word}</s>
          </li>
        ))}
        <li>Dinner.</li>
      </ul>
      <div className="grid max-w-[27rem] gap-4 text-ink-2">
        <p>
          No profile to polish, nobody to swipe, no chat before you meet. Just a table, and four other people
          who said yes.
        </p>
        <p>You might leave with a friend, somebody to work with, or a date.</p>
        {figures && <SoFar {...figures} />}
      </div>
    </div>
  </section>
);

const number = new Intl.NumberFormat("en-US");

const SoFar = ({ dinners, diners, againPercent }: NonNullable<ClubFacts["figures"]>) => (
  <>
    <p className="text-ink">
      So far: {number.format(dinners)} dinners and {number.format(diners)} people
      {againPercent === null ? "." : `. ${againPercent}% of those who answered would meet somebody again.`}
    </p>
    <ArrowLink href={figuresPath} className="justify-self-start text-ink">
      See our numbers
    </ArrowLink>
  </>
);

export function Idea() {
  if (!club.idea) return null;
  const { lead, words } = club.idea;
  return (
    <section className="page-width pb-section">
      <div className="grid max-w-[44rem] gap-4">
        <h2 className="display text-2">Where the idea comes from</h2>
        <p className="text-lead text-ink-2">{lead}</p>
      </div>
      <dl className="mt-8 grid grid-cols-1 gap-8 lg:grid-cols-2 lg:gap-x-24">
        {words.map(({ word, grammar, meanings }) => (
          <div key={word} className="border-t border-ink pt-4">
            <dt className="display pb-[0.12em] text-[clamp(3.5rem,2rem+6vw,6.5rem)]/[1.16] tracking-[-0.03em]">
              {word}
            </dt>
            <dd className="text-small text-paprika-text">{grammar}</dd>
            <dd>
              <ol className="meanings display mt-3 grid gap-2 text-lead">
                {meanings.map((meaning) => (
                  <li key={meaning} className="grid grid-cols-[1.5rem_1fr]">
                    <span>{meaning}</span>
                  </li>
                ))}
              </ol>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Step {
  seats: Seat[];
  isLaid?: boolean;
  title: string;
  text: string;
}

const steps: Step[] = [
  {
    seats: bookingSeats.pending,
    title: "Take the Quiz",
    text: "Personality, food, identity. It takes 3 minutes.",
  },
  {
    seats: bookingSeats.confirmed,
    title: "Get Matched with a group of 5",
    text: "We seat you with four people you’ll probably like. Two days before dinner, you see their first names and photos.",
  },
  {
    seats: bookingSeats.confirmed,
    isLaid: true,
    title: "Go to Dinner Night",
    text: "One table, one evening, good food. Come hungry and curious.",
  },
];

export const Steps = () => (
  <section className="page-width pb-section">
    <h2 className="display max-w-[12em] text-1">Three steps to dinner</h2>
    <ol className="steps mt-8 grid lg:grid-cols-3">
      {steps.map(({ title, text, ...table }) => (
        <li
          key={title}
          className="grid grid-cols-[88px_1fr] content-start items-start gap-5 border-t border-line py-5 lg:grid-cols-1 lg:gap-8 lg:border-t-0 lg:border-l lg:px-10 lg:py-0 lg:first:border-0 lg:first:pl-0"
        >
          <TableDrawing {...table} className="size-22 lg:size-34" />
          <div>
            <h3 className="display mt-2 text-3">{title}</h3>
            <p className="mt-2 max-w-[27rem] text-ink-2">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);

/** Clockwise from the bottom. */
const people = ["You", "Nóra", "Marek", "Aylin", "Theo"];

const moments = [
  {
    when: "Wednesday, 7:00 PM",
    // A test checks that the matcher makes it from answers to the quiz questions.
    what: "“Most of you could talk about films for hours.”",
    more: "Five emails go out: the restaurant, your table, four first names, and this sentence.",
  },
  {
    when: "Friday, 6:55 PM",
    what: "Theo is here. Aylin is 10 min late.",
    more: `One tap says so, and nobody wonders. ${clubText("landing-arrival")}`,
  },
  {
    when: "7:20 PM",
    what: `“${generalIcebreakers[0]}”`,
    more: "One of five questions on your phone, for when it’s quiet.",
  },
  {
    when: "Saturday, 6:00 PM",
    what: "Nóra and Marek both said yes.",
    more: "They’d like to meet again, so each gets the contact that the other chose. If only one says yes, nobody learns of it.",
  },
];

export const OneTable = () => (
  <section className="ground-green">
    <div className="page-width grid grid-cols-1 gap-8 py-section lg:grid-cols-[2fr_3fr] lg:items-center lg:gap-x-24">
      <div className="lg:col-span-2">
        <h2 className="display text-1">One table, one Friday</h2>
        <p className="mt-2 text-on-green-2">An example. These people are made up.</p>
      </div>
      <div className="sample">
        <img src={laidTable} alt="" width="216" height="216" loading="lazy" />
        <ul>
          {people.map((name, i) => (
            <li key={name}>
              <img src={`${faces}#f${i}`} alt="" width="72" height="72" loading="lazy" />
              {name}
            </li>
          ))}
        </ul>
      </div>
      <dl>
        {moments.map(({ when, what, more }) => (
          <div
            key={when}
            className="grid gap-x-8 border-t border-on-green-2/40 py-4 lg:grid-cols-[10rem_1fr]"
          >
            <dt className="text-small text-on-green-2">{when}</dt>
            <dd>
              <p className="display text-3">{what}</p>
              <p className="mt-1 text-small text-on-green-2">{more}</p>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
);
