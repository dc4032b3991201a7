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
