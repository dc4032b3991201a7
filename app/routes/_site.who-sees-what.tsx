import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import faces from "#app/assets/sample-faces.svg";
import { publicPage } from "#app/components/page.tsx";
import { ComeToDinner, ProsePage } from "#app/components/prose-page.tsx";
import { hasDeposits } from "#app/models/city/cities.server.ts";

export const meta = publicPage({
  title: "Who sees what",
  description: "What your table, the host and we see of you, line by line.",
});

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  hasDeposits: await hasDeposits(context),
});

type Sees = "yes" | "in part" | "no";

interface Row {
  what: string;
  /** Whether your table, the host, and we can see it. */
  sees: [Sees, Sees, Sees];
  note?: string;
}

const cardRow: Row = {
  what: "Your card",
  sees: ["no", "no", "in part"],
  note: "Stripe handles it. We see that you paid.",
};

const rows: Row[] = [
  { what: "Your first name", sees: ["yes", "yes", "yes"] },
  {
    what: "Your last name",
    sees: ["no", "in part", "yes"],
    note: "The initial of the last name, or as many letters as it takes, where two people at the restaurant have the same first name.",
  },
  { what: "Your photo", sees: ["yes", "no", "yes"] },
  {
    what: "Who you’d rather avoid",
    sees: ["no", "no", "yes"],
    note: "We don’t seat you together, and never tell them.",
  },
  {
    what: "Diet and allergies",
    sees: ["no", "in part", "yes"],
    note: "As a count for each table, like “1 vegan.”",
  },
  {
    what: "Your quiz answers",
    sees: ["in part", "no", "yes"],
    note: "Up to three sentences on what most of you share.",
  },
  {
    what: "Who you’d meet again",
    sees: ["in part", "no", "yes"],
    note: "Only people who also want to meet you again. They get the contact you choose: your email address or something else.",
  },
  cardRow,
];

const columns = ["Your table", "The host", "Us"];

const signs: Record<Sees, { className: string; meaning: string }> = {
  yes: { className: "dot-all", meaning: "sees it" },
  "in part": { className: "dot-half", meaning: "sees part of it" },
  no: { className: "dot", meaning: "doesn’t see it" },
};

const WhatYourTableSees = () => (
  <figure className="w-full max-w-90 lg:mt-10">
    <figcaption className="text-small text-ink-2">What your table sees, in an example:</figcaption>
    <div className="paper relative mt-3 grid justify-items-center gap-3 rounded-paper border border-line bg-surface px-8 py-9 text-center">
      <img src={`${faces}#f1`} alt="" width={96} height={96} className="rounded-round" />
      <p className="display text-2">Nóra</p>
      <p className="display text-lead text-ink-2">“Most of you could talk about films for hours.”</p>
    </div>
  </figure>
);

export default function WhoSeesWhat() {
  const { hasDeposits } = useLoaderData<typeof loader>();
  const shownRows = hasDeposits ? rows : rows.filter((row) => row !== cardRow);
  return (
    <ProsePage
      title="Who sees what"
      lead="What the people at your table, the host, and we see of you."
      aside={<WhatYourTableSees />}
    >
      <div>
        <ul aria-hidden="true" className="mb-4 flex flex-wrap gap-x-6 text-small text-ink-2">
          {Object.values(signs).map(({ className, meaning }) => (
            <li key={className}>
              <span className={`${className} mr-1`} /> {meaning}
            </li>
          ))}
        </ul>
        <table className="sees w-full">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">What</span>
              </th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="sticky top-0 bg-paper py-2 pr-2 align-bottom text-label"
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownRows.map(({ what, sees, note }) => (
              <Fragment key={what}>
                <tr className="border-t border-line">
                  <th scope="row">{what}</th>
                  {sees.map((answer, i) => (
                    <td key={columns[i]}>
                      <span className={signs[answer].className} />
                      <span className="sr-only">{answer}</span>
                    </td>
                  ))}
                </tr>
                {note && (
                  <tr>
                    <td colSpan={4} className="note">
                      {note}
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
        <p className="mt-6">
          <a href="/privacy" className="underline underline-offset-[0.22em]">
            Everything we keep, and for how long
          </a>
        </p>
      </div>
      <div className="pt-8">
        <ComeToDinner />
      </div>
    </ProsePage>
  );
}
