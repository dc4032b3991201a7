import laidTable from "#app/assets/laid-table.svg";
import night from "#app/assets/night.svg";
import { ArrowLink } from "#app/components/button.tsx";
import { Drawing } from "#app/components/drawing.tsx";
import { bookingSeats, type Seat, TableDrawing } from "#app/components/table-drawing.tsx";
import { figuresPath } from "#app/http/public-pages.ts";
import { clubText } from "#app/lib/club-texts.ts";
import { club } from "#club";
import type { ClubFacts } from "./club-facts.server.ts";

const struckWords = ["Profiles.", "Swiping.", "Chatting first."];

export const Experiment = ({ figures }: Pick<ClubFacts, "figures">) => (
  <section className="ground-green">
    <div className="page-width grid gap-8 py-section lg:grid-cols-[7fr_4fr] lg:items-end lg:gap-x-24">
      <h2 className="display text-2 lg:col-span-2">The Biggest Social Experiment</h2>
      <ul className="display text-[clamp(2.75rem,.9rem+8.2vw,8rem)]/[1.02] tracking-[-0.03em]">
        {struckWords.map((word) => (
          <li key={word} className="text-on-green-2">
            <s className="decoration-coral decoration-[.055em]">{word}</s>
          </li>
        ))}
        <li>Dinner.</li>
      </ul>
      <div className="grid max-w-[27rem] gap-4 text-on-green-2">
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
    <p className="text-on-green">
      So far: {number.format(dinners)} dinners and {number.format(diners)} people
      {againPercent === null ? "." : `. ${againPercent}% of those who answered would meet somebody again.`}
    </p>
    <ArrowLink href={figuresPath} className="justify-self-start text-on-green">
      See our numbers
    </ArrowLink>
  </>
);

export function Idea() {
  if (!club.idea) return null;
  const { lead, words } = club.idea;
  return (
    <section className="page-width py-section">
      <div className="grid max-w-[44rem] gap-4">
        <h2 className="display text-2">Where the idea comes from</h2>
        <p className="text-lead text-ink-2">{lead}</p>
      </div>
      <dl className="mt-12 grid gap-12 lg:grid-cols-2 lg:gap-x-24">
        {words.map(({ word, grammar, meanings }) => (
          <div key={word} className="border-t border-ink pt-5">
            <dt className="display pb-[0.12em] text-[clamp(3.5rem,2rem+6vw,6.5rem)]/[1.16] tracking-[-0.03em]">
              {word}
            </dt>
            <dd className="text-small text-paprika-text">{grammar}</dd>
            <dd>
              <ol className="meanings display mt-5 grid gap-2.5 text-lead">
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
    text: "Personality, food, identity. It takes 4 minutes. Your table sees at most three things that most of you share.",
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
  <section className="page-width py-section">
    <h2 className="display max-w-[12em] text-1">Three steps to dinner</h2>
    <ol className="steps mt-12 grid lg:grid-cols-3">
      {steps.map(({ title, text, ...table }) => (
        <li
          key={title}
          className="grid grid-cols-[88px_1fr] content-start items-start gap-5 border-t border-line py-7 lg:grid-cols-1 lg:gap-8 lg:border-t-0 lg:border-l lg:px-10 lg:py-0 lg:first:border-0 lg:first:pl-0"
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

/** A test checks that the matcher makes these from answers to the quiz questions. */
const shares = [
  "Most of you could talk about films for hours.",
  "Most of you love a true story.",
  "All five of you want to keep going when the party’s over.",
];

/** Clockwise from the bottom. */
const people = [
  { name: "You", seed: 12 },
  { name: "Nóra", seed: 8 },
  { name: "Marek", seed: 56 },
  { name: "Aylin", seed: 2 },
  { name: "Theo", seed: 43 },
];

export const SampleTable = () => (
  <section className="page-width grid items-center gap-12 py-section lg:grid-cols-2">
    <div className="sample">
      <img src={laidTable} alt="" width="216" height="216" loading="lazy" />
      <ul>
        {people.map(({ name, seed }, seat) => (
          <li key={name}>
            <Drawing drawn={{ seed, isChosen: true }} seat={seat} />
            {name}
          </li>
        ))}
      </ul>
    </div>
    <div className="grid gap-4">
      <p className="justify-self-start rounded-round bg-green-wash px-4 py-1 text-label font-strong text-green-text">
        An example. These people are made up.
      </p>
      <h2 className="display text-2">Who sits at your table?</h2>
      <p className="text-lead text-ink-2">
        Four people with enough in common to get along, and enough differences to keep it interesting. Once
        your seat is confirmed, you read up to three sentences like these:
      </p>
      <ul className="display text-lead">
        {shares.map((sentence) => (
          <li key={sentence} className="border-t border-line py-3">
            {sentence}
          </li>
        ))}
      </ul>
      <p className="text-small text-ink-2">Of your answers, your table sees only sentences like these.</p>
    </div>
  </section>
);

const hours = [
  {
    mood: "set",
    time: "7:00",
    title: "You arrive",
    text: clubText("landing-arrival"),
  },
  {
    mood: "drinks",
    time: "7:15",
    title: "First names, first drinks",
    text: "Quiet start? Your phone has five questions to get the table going.",
  },
  {
    mood: "food",
    time: "7:45",
    title: "Dinner",
    text: "Order what you like. The restaurant knows your table’s diets.",
  },
  {
    mood: "talk",
    time: "9:00",
    title: "The good part",
    text: "Plates empty, phones away, and nobody in a hurry.",
  },
  {
    mood: "bill",
    time: "10:00",
    title: "The bill",
    text: "You each pay for your own. Stay for another drink, or go home.",
  },
];

export const Night = () => (
  <section className="ground-green">
    <div className="page-width py-section">
      <h2 className="display max-w-[12em] text-1">What happens on the night</h2>
      <p className="mt-4 text-lead text-on-green-2">
        One table, from hello to the bill. Everybody books alone.
      </p>
      <ol className="mt-12 grid gap-8 lg:grid-cols-5">
        {hours.map(({ mood, time, title, text }) => (
          <li
            key={mood}
            className="grid grid-cols-[min(8rem,40vw)_1fr] items-center gap-5 lg:grid-cols-1 lg:content-start"
          >
            <img src={`${night}#${mood}`} alt="" width="268" height="268" loading="lazy" className="w-full" />
            <div>
              <p className="display text-3">{time} PM</p>
              <h3 className="mt-2 font-strong">{title}</h3>
              <p className="text-on-green-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-12 max-w-[44rem] text-on-green-2">
        <b className="font-strong text-on-green">The day after</b>, tell us who you’d like to meet again. If
        they say the same, we tell you both. If not, they never know.
      </p>
    </div>
  </section>
);
