import type { ClubFacts } from "./club-facts.server.ts";

/** Its answer waits in a cookie until the quiz. */
export function FirstQuestion({ question }: Pick<ClubFacts, "question">) {
  if (!question) return null;
  return (
    <section className="page-width py-section">
      <form method="post" action="/register">
        <input type="hidden" name="question" value={question.id} />
        <fieldset>
          <legend className="display text-2">{question.question}</legend>
          <p className="mt-2 text-ink-2">No account yet, just tap.</p>
          <div className="mt-5 grid gap-2.5 lg:grid-cols-2">
            {question.choices.map((choice, i) => (
              <button
                key={choice}
                type="submit"
                name="answer"
                value={i + 1}
                className="button min-h-13 border-line-strong px-4 text-body text-balance"
              >
                {`${choice} `}
              </button>
            ))}
          </div>
        </fieldset>
      </form>
    </section>
  );
}
