import { ArrowLink } from "#app/components/button.tsx";
import { figuresPath } from "#app/http/figures-page.ts";
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
