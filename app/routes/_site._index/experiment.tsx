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
            No profile to polish, nobody to swipe, no chat before you meet. Just a table and four other people
            who said yes too.
          </p>
          <p>
            Some people leave as friends, some as colleagues, some as a couple. It often starts with someone
            passing the bread.
          </p>
        </div>
      </div>
    </section>
  );
}
