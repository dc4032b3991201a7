type Sees = "yes" | "in part" | "no";

interface Row {
  what: string;
  /** Your table, the host, us. */
  sees: [Sees, Sees, Sees];
  note?: { column: number; text: string };
}

const cardRow: Row = {
  what: "Your card",
  sees: ["no", "no", "in part"],
  note: { column: 2, text: "Stripe handles it. We see that you paid." },
};

const rows: Row[] = [
  { what: "Your first name", sees: ["yes", "yes", "yes"] },
  { what: "Your photo", sees: ["yes", "no", "yes"] },
  {
    what: "Diet and allergies",
    sees: ["no", "in part", "yes"],
    note: { column: 1, text: "As a count for each table, like “1 vegan.”" },
  },
  {
    what: "Your quiz answers",
    sees: ["in part", "no", "yes"],
    note: { column: 0, text: "Up to three sentences on what most of you share." },
  },
  {
    what: "Who you’d meet again",
    sees: ["in part", "no", "yes"],
    note: {
      column: 0,
      text: "Only people who also want to meet you again. They get the contact you choose: your email address or something else.",
    },
  },
  { what: "Who you’d rather avoid", sees: ["no", "no", "yes"] },
  {
    what: "Your last name",
    sees: ["no", "in part", "yes"],
    note: {
      column: 1,
      text: "The initial of the last name, where two people at the restaurant have the same first name.",
    },
  },
  cardRow,
];

const columns = ["Your table", "The host", "Us"];

const signs: Record<Sees, { className: string; meaning: string }> = {
  yes: { className: "dot-all", meaning: "sees it" },
  "in part": { className: "dot-half", meaning: "sees part of it" },
  no: { className: "dot", meaning: "doesn’t see it" },
};

export function WhoSeesWhat({ hasDeposits }: { hasDeposits: boolean }) {
  const shownRows = hasDeposits ? rows : rows.filter((row) => row !== cardRow);
  const notes = shownRows.flatMap(({ note }) => note ?? []);
  return (
    <section className="border-t border-line">
      <div className="page-width grid gap-12 py-section lg:grid-cols-2 lg:gap-x-24">
        <div>
          <h2 className="display text-2">Who sees what</h2>
          <p className="mt-4 max-w-measure text-lead text-ink-2">
            There is no profile. The people at your table see your first name, your photo, and little else.
            The host welcomes you at the restaurant.
          </p>
        </div>
        <div className="lg:row-span-2">
          <table className="sees w-full">
            <thead>
              <tr>
                <th scope="col">
                  <span className="sr-only">What</span>
                </th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shownRows.map(({ what, sees, note }) => (
                <tr key={what} className="border-t border-line">
                  <th scope="row">{what}</th>
                  {sees.map((answer, i) => (
                    <td key={columns[i]}>
                      <span className={signs[answer].className} />
                      <span className="sr-only">{answer}</span>
                      {note?.column === i && <sup> {notes.indexOf(note) + 1}</sup>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <ul aria-hidden="true" className="mt-4 flex flex-wrap gap-x-6 text-label text-ink-2">
            {Object.values(signs).map(({ className, meaning }) => (
              <li key={className}>
                <span className={className} /> {meaning}
              </li>
            ))}
          </ul>
          <ol className="mt-3 list-decimal pl-5 text-label text-ink-2">
            {notes.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </div>
        <WhatIfItGoesWrong hasDeposits={hasDeposits} />
      </div>
    </section>
  );
}

function WhatIfItGoesWrong({ hasDeposits }: { hasDeposits: boolean }) {
  const cancellation = hasDeposits ? "cancel and refund your deposit" : "cancel";
  return (
    <div className="grid content-start gap-4">
      <h3 className="display text-3">What if something goes wrong?</h3>
      <p>
        <b className="font-strong">Somebody can’t come.</b> Until 3 hours before dinner, we give their seat to
        people on standby. If only 1 or 2 of you are left by then, we find you seats at other tables, or{" "}
        {cancellation}. After that, the rest of you dine as planned.
      </p>
      <p>
        <b className="font-strong">The restaurant can’t use your table.</b> We look for a seat for you at
        another table. If there isn’t one, we {cancellation}.
      </p>
      <p>
        <b className="font-strong">Somebody behaves badly.</b> Tell the host if you need help right away. Then{" "}
        <a href="/contact" className="underline underline-offset-[0.22em]">
          write to us
        </a>
        , and we’ll make sure that you’re never seated together again.
      </p>
    </div>
  );
}
