import * as z from "zod";
import { type LearnedTerm, learnedTerms } from "#app/matching/learning/evenings.ts";
import type { Effect, PointsByTerm } from "#app/matching/learning/fit-terms.ts";
import { compareEvents, type Lift } from "#app/matching/learning/lift.ts";
import type { CountedFigures } from "#app/models/figures/club-figures.server.ts";
import { type Learning, loadLearning } from "#app/models/learning/weights.server.ts";
import { setDrawPercent } from "#app/models/matching/table-terms.server.ts";
import { wholeNumber } from "./inputs.ts";
import { defineOperation } from "./operation.ts";
import { plural } from "./words.ts";

/** As `weights set` names them. */
const termNames: Record<LearnedTerm, string> = {
  company: "company",
  ageAlone: "age",
  ageWide: "wide",
  talkerMissing: "talker",
  wish: "wish",
};

const effectNames: Record<LearnedTerm, string> = {
  company: "for each mark that somebody has alone",
  ageAlone: "for somebody with nobody near in age",
  ageWide: "at a wide table",
  talkerMissing: "at a table without",
  wish: "for each wish that came true",
};

const notEnough = "not enough dinners yet";

const formatPoints = (points: number) => points.toFixed(1);

const formatStars = (stars: number) => `${stars < 0 ? "−" : "+"}${Math.abs(stars).toFixed(2)}`;

/** Points, and what the evening is rated lower or higher by. */
export const toTermTable = ({ points: { operator, inForce, learned } }: Learning) => ({
  headings: ["term", "operator", "in force", "learned", "effect on the evening, of five stars"],
  rows: learnedTerms.map((term) => [
    termNames[term],
    formatPoints(operator[term]),
    formatPoints(inForce[term]),
    formatPoints(learned.points[term]),
    describeEffect(term, learned.effects[term]),
  ]),
  empty: "",
});

const describeEffect = (term: LearnedTerm, { stars, error, isKnown }: Effect) =>
  isKnown
    ? `${formatStars(stars)} ± ${error.toFixed(2)} ${effectNames[term]}${Math.abs(stars) <= error ? ", which may be nothing" : ""}`
    : notEnough;

export const describeRatings = ({ points: { learned } }: Learning) =>
  `The points of terms are learned from ${plural(learned.ratingCount, "rating")} of evenings.${
    learned.ratingCount > 0
      ? ` How sure it is that they follow answers and terms, and not chance: ${Math.round(100 * learned.confidence)} %.`
      : ""
  }`;

export const toPointSteps = (now: PointsByTerm, next: PointsByTerm) =>
  learnedTerms.map((term) => ({
    id: termNames[term],
    question: effectNames[term],
    from: now[term],
    to: next[term],
  }));

/** Of the dinners that are counted. */
export const compareLifts = (known: CountedFigures | undefined) => ({
  learned: compareEvents(known?.figures.lifts, "learned"),
  drawn: compareEvents(known?.figures.lifts, "drawn"),
});

/** How many events get other weights, and whether those are any better. */
export function describeLifts(lifts: Record<"learned" | "drawn", Lift>, drawPercent: number): string[] {
  const describe = (name: string, lift: Lift) =>
    drawPercent > 0 || lift.events > 0 ? [describeLift(name, lift)] : [];
  return [
    describeShare(drawPercent),
    ...describe("the learned weights", lifts.learned),
    ...describe("drawn weights", lifts.drawn),
  ];
}

const describeShare = (drawPercent: number): string =>
  drawPercent > 0
    ? `Of 100 events ${drawPercent} are chosen at random: half are made with drawn weights, half with the operator's.`
    : "No events are made with other weights, so nobody can tell which are better: see weights draw --help.";

function describeLift(name: string, { events, otherEvents, interval }: Lift): string {
  const counts = `${plural(events, "event")}, and ${otherEvents} with the operator's`;
  if (!interval) return `How evenings with ${name} are rated: ${notEnough} (${counts}).`;
  const { stars, error } = interval;
  const nothing = Math.abs(stars) <= error ? ", which may be nothing" : "";
  return `Evenings with ${name} are rated ${formatStars(stars)} ± ${error.toFixed(2)} stars compared with the operator's${nothing} (${counts}).`;
}

const maxDrawPercent = 50;

export const draw = defineOperation({
  verb: "draw",
  arguments: "<percent>",
  description:
    "Sets of how many in 100 events the tables are made with other weights, chosen at random: one half with weights drawn as the answers make them likely, to learn more, the other half with the operator's, to compare. 0, which is the default, ends it; 10 is enough for most clubs.",
  example: "weights draw 10",
  concerns: "nobody",
  changesData: true,
  input: z.object({ percent: wholeNumber(0, maxDrawPercent) }),
  async run({ db }, { percent }) {
    const { drawPercent } = await loadLearning(db);
    return {
      summary: `make ${percent} of 100 events with other weights, instead of ${drawPercent}`,
      canBeUndone: true,
      needsConfirmation: true,
      async apply() {
        await setDrawPercent(db, percent);
        return {
          message:
            percent > 0
              ? "Each match record says which weights were chosen, and how likely that was."
              : "All events are made with the weights in force.",
          data: { percent },
        };
      },
    };
  },
});
