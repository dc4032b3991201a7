import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import table from "#app/assets/table.svg";
import { publicPage, type RouteHandle } from "#app/components/page.tsx";
import { ComeToDinner, ProsePage, ProseSection } from "#app/components/prose-page.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { showsFigures } from "#app/http/public-pages.ts";
import { notFound } from "#app/http/responses.ts";
import {
  minPublicCount,
  type PublicFigures,
  readFiguresOrCount,
} from "#app/models/figures/club-figures.server.ts";

export const handle: RouteHandle = { styles: "app" };

export const meta = publicPage({
  title: "Our Numbers",
  description: "How many dinners took place, how many people met, and what they said the day after.",
});

export async function loader({ context }: LoaderFunctionArgs) {
  const { env, db } = context;
  if (!showsFigures(env)) throw notFound();
  const figures = await loadBatched(context, readFiguresOrCount(db));
  const format = (time: Date) => longDay.format(time);
  if ("counted" in figures) return { counted: figures.counted, needed: minPublicCount };
  return { ...figures, countedAt: format(figures.countedAt), until: format(figures.until) };
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const number = new Intl.NumberFormat("en-US");
const points = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const lead = "Totals from our dinners so far: who came, and what they told us the day after.";

export default function HowItGoes() {
  const figures = useLoaderData<typeof loader>();
  if ("counted" in figures) return <FirstDinners {...figures} />;
  const { dinners, diners, pairs, again, worst } = figures;
  return (
    <ProsePage title="Our numbers" lead={lead} hasTable>
      {again ? (
        <Figure
          title="Meeting again"
          value={`${again.percent}%`}
          unit="would meet somebody again"
          isLarge
          picture={<Dots count={10} filled={again.percent / 10} />}
        >
          Of the {number.format(again.answers)} people who answered, this many named at least one person at
          their table they’d like to meet again.
        </Figure>
      ) : (
        <ProseSection title="Meeting again">
          <p>Fewer than 20 people have told us so far.</p>
        </ProseSection>
      )}
      <Figure title="People who met" value={number.format(diners)} unit="people came" />
      <Figure title="Dinners" value={number.format(dinners)} unit="dinners took place" />
      <ProseSection title="How we count">
        <p>
          Everybody counts once, however often they came. An evening in one city counts as one dinner, whether
          it fills one restaurant or several. Canceled dinners don’t count.
        </p>
        <p>
          At the tables, {number.format(pairs)} pairs of people sat together: a table of five has ten pairs,
          and two people who meet at two tables count twice.
        </p>
        <p>
          Counted on {figures.countedAt}. We count a dinner 16 days after it, when everybody who wants to
          answer has answered. The last one took place on {figures.until}. Nothing here is estimated.
        </p>
        <details>
          <summary className="min-h-target cursor-pointer content-center font-strong text-ink">
            How well our tables fit, down to the worst one
          </summary>
          {worst ? <WorstTable {...worst} /> : <p>Fewer than 20 tables have a score yet.</p>}
        </details>
      </ProseSection>
      <ComeToDinner />
    </ProsePage>
  );
}

type Early = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { counted: number }>;

const FirstDinners = ({ counted, needed }: Early) => (
  <ProsePage
    title="The first tables"
    lead="This club is young, and most of its dinners are still to come."
    picture={table}
  >
    <ProseSection
      title={counted > 0 ? `${counted} of ${needed} dinners so far` : `Our first ${needed} dinners`}
    >
      {counted > 0 && (
        <>
          <Dots count={needed / 2} filled={counted} />
          <Dots count={needed / 2} filled={counted - needed / 2} />
        </>
      )}
      <p>
        After {needed} dinners, you read here how many people met, and how many of them would meet somebody
        again.
      </p>
      <p className="text-small">
        We count a dinner 16 days after it, when everybody who wants to answer has answered.
      </p>
    </ProseSection>
    <ComeToDinner title="Be at one of the first tables" />
  </ProsePage>
);

type Worst = NonNullable<PublicFigures["worst"]>;

const WorstTable = ({ score, floor, ...amounts }: Worst) => (
  <div className="grid gap-4 pb-2">
    <p>
      When we make a table, we score from 0 to 100 how well its people’s answers fit. A table made by chance
      would get about 50. The table that scored lowest of all got {points.format(score)}.
    </p>
    <p>
      Each evening has a floor, and a table below it counts for less, so that no table is much worse than the
      others. The floor of that evening was {points.format(floor)}. {describeBelow(amounts)}
    </p>
  </div>
);

function describeBelow({ tables, below }: { tables: number; below: number }): string {
  if (below === 0) return `None of ${number.format(tables)} tables was below its floor.`;
  return `${number.format(below)} of ${number.format(tables)} tables ${below === 1 ? "was" : "were"} below their floor.`;
}

interface FigureProps {
  title: string;
  value: string;
  unit: string;
  picture?: ReactNode;
  isLarge?: boolean;
  children?: ReactNode;
}

const Figure = ({ title, value, unit, picture, isLarge = false, children }: FigureProps) => (
  <ProseSection title={title}>
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span
        className={`display text-ink tabular-nums ${isLarge ? "text-[min(6rem,26vw)]/[0.95] lg:text-[8rem]/[0.95]" : "text-1"}`}
      >
        {value}
      </span>{" "}
      <span>{unit}</span>
    </p>
    {picture}
    {children && <p>{children}</p>}
  </ProseSection>
);

/** People or dinners in a row; one of them may be drawn in part. */
function Dots({ count, filled }: { count: number; filled: number }) {
  const path = Array.from(
    { length: count },
    (_, i) => `M${3 + i * 22} 10a8 8 0 1 0 16 0a8 8 0 1 0-16 0`,
  ).join("");
  const id = `dots-${Math.round(filled * 10)}`;
  return (
    <svg viewBox={`0 0 ${count * 22} 20`} aria-hidden="true" className="w-full max-w-80">
      <clipPath id={id}>
        <rect width={Math.min(Math.max(filled, 0), count) * 22} height="20" />
      </clipPath>
      <path d={path} className="fill-none stroke-line-strong" />
      <path d={path} className="fill-paprika" clipPath={`url(#${id})`} />
    </svg>
  );
}
