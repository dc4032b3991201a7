const struckWords = ["Profiles.", "Swiping.", "Chatting first."];

export function Experiment() {
  return (
    <section className="ground-green">
      <div className="page-width grid gap-8 py-section lg:grid-cols-[7fr_4fr] lg:items-end lg:gap-x-24">
        <h2 className="display text-2 lg:col-span-2">The Biggest Social Experiment</h2>
        <ul className="display text-[clamp(2.75rem,.9rem+8.2vw,8rem)]/[1.02] tracking-[-0.035em]">
          {struckWords.map((word) => (
            <li key={word} className="text-on-green-2">
              <s className="decoration-coral decoration-[.055em]">{word}</s>
            </li>
          ))}
          <li>Dinner.</li>
        </ul>
        <div className="grid max-w-[27rem] gap-4 text-on-green-2">
          <p>
            There is no profile to polish, nobody to swipe, and no chat to keep alive before you meet. There
            is a table, and four other people who also said yes.
          </p>
          <p>
            Some tables become friends. Some become colleagues. Some become a couple. Most begin with someone
            passing the bread.
          </p>
        </div>
      </div>
    </section>
  );
}
