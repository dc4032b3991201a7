import laidTable from "#app/assets/laid-table.svg";

/** A test makes them with the matcher, from answers to the questions of the quiz. */
const shares = [
  "Most of you could talk about films for hours.",
  "Most of you love a true story.",
  "All five of you want to keep going when the party’s over.",
];

/** Clockwise from the bottom. */
const names = ["You", "Nóra", "Marek", "Aylin", "Theo"];

export function SampleTable() {
  return (
    <section className="page-width grid items-center gap-12 py-section lg:grid-cols-2">
      <div className="sample">
        <img src={laidTable} alt="" width="216" height="216" loading="lazy" />
        <ul>
          {names.map((name) => (
            <li key={name} data-initial={name[0]}>
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
}
