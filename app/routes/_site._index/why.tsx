import { ArrowLink } from "#app/components/button.tsx";
import { figuresPath } from "#app/http/public-pages.ts";
import type { ClubFacts } from "./club-facts.server.ts";

const struckWords = ["Profiles.", "Swiping.", "Chatting first."];

export function Experiment({ figures }: Pick<ClubFacts, "figures">) {
  return (
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
            No profile to polish, nobody to swipe, no chat before you meet. Just a table, and four other
            people who said yes.
          </p>
          <p>You might leave with a friend, somebody to work with, or a date.</p>
          {figures && <SoFar {...figures} />}
        </div>
      </div>
    </section>
  );
}

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

const definitions = [
  {
    word: "gokon",
    grammar: "noun, Japanese",
    meanings: [
      "A dinner where two groups of friends meet for the first time.",
      "A way to meet as a group, so that nobody has to keep the conversation going alone.",
    ],
  },
  {
    word: "öten",
    grammar: "numeral adverb, Hungarian",
    meanings: ["The five of us.", "Everybody at our table."],
  },
];

export function Gokon() {
  return (
    <section className="page-width py-section">
      <div className="grid max-w-[44rem] gap-4">
        <h2 className="display text-2">Where the idea comes from</h2>
        <p className="text-lead text-ink-2">
          Öten is inspired by gokon, the Japanese group dinner where people meet for the first time.
        </p>
      </div>
      <dl className="mt-12 grid gap-12 lg:grid-cols-2 lg:gap-x-24">
        {definitions.map(({ word, grammar, meanings }) => (
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
