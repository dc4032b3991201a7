import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "#app/components/icon.tsx";
import { Logo } from "#app/components/logo.tsx";
import { Progress } from "#app/components/progress.tsx";
import type { Answers, QuizQuestion } from "#app/lib/quiz.ts";
import { ProgressTable } from "./quiz-progress.tsx";
import { Unsaved } from "./unsaved-answers.tsx";

export const categoryNames = { personality: "Personality", food: "Food", identity: "Identity" };

interface QuizFrameProps {
  questions: QuizQuestion[];
  place: number;
  unsaved: Answers;
  children: ReactNode;
}

/** How far along, and the way back: a bar over the question on a phone, a green wall beside it on a desk. */
export function QuizFrame({ questions, place, unsaved, children }: QuizFrameProps) {
  const category = questions[place]?.category ?? "personality";
  const label = `Question ${place + 1} of ${questions.length}`;
  return (
    <main id="main" className="flex grow flex-col lg:grid lg:grid-cols-[19rem_1fr] xl:grid-cols-[25rem_1fr]">
      <header className="grid grid-cols-[2.75rem_1fr_2.75rem] items-center px-[calc(var(--spacing-gutter)-10px)] pt-3 pb-2 lg:hidden">
        <Back to={questions[place - 1]} from={questions[place]} unsaved={unsaved} />
        <h2 className="display text-center text-[1.125rem]/none tracking-[-0.01em]">
          {categoryNames[category]}
        </h2>
      </header>
      <div className="px-gutter lg:hidden">
        <Progress label={label} value={place + 1} max={questions.length} />
      </div>
      <aside className="ground-green sticky top-0 hidden h-svh flex-col justify-between px-7 pt-9 pb-10 lg:flex xl:px-11">
        <Logo />
        <ProgressTable number={place + 1} total={questions.length} />
        <Categories questions={questions} place={place} />
      </aside>
      <section className="flex w-full max-w-[66rem] grow flex-col px-gutter pt-9 pb-8 lg:justify-center lg:px-[6.5vw] lg:py-8">
        <div className="mb-8 -ml-3 hidden lg:block">
          <Back to={questions[place - 1]} from={questions[place]} unsaved={unsaved} />
        </div>
        {children}
      </section>
    </main>
  );
}

interface BackProps {
  to: QuizQuestion | undefined;
  from: QuizQuestion | undefined;
  unsaved: Answers;
}

/** A link; or a form, where an answer waits to be saved and must come along. */
function Back({ to, from, unsaved }: BackProps) {
  const look = "grid size-target place-items-center rounded-round hover:bg-sunk";
  if (!to || !from) return <span className="size-target" />;
  if (Object.keys(unsaved).length === 0) {
    return (
      <Link to={`/quiz?question=${to.id}`} aria-label="Back" className={look}>
        <Icon name="back" />
      </Link>
    );
  }
  return (
    <Form method="post">
      <Unsaved answers={unsaved} />
      <input type="hidden" name="question" value={from.id} />
      <button type="submit" name="back" aria-label="Back" className={`${look} cursor-pointer`}>
        <Icon name="back" />
      </button>
    </Form>
  );
}

function Categories({ questions, place }: { questions: QuizQuestion[]; place: number }) {
  const names = [...new Set(questions.map(({ category }) => category))];
  return (
    <ul className="text-small">
      {names.map((name) => {
        const first = questions.findIndex(({ category }) => category === name);
        const count = questions.filter(({ category }) => category === name).length;
        const isHere = questions[place]?.category === name;
        const state = isHere
          ? `${place - first + 1} of ${count}`
          : place > first
            ? "Done"
            : `${count} questions`;
        return (
          <li
            key={name}
            aria-current={isHere ? "step" : undefined}
            className="flex items-baseline justify-between border-t border-on-green/20 py-[0.7rem] text-on-green-2"
          >
            {isHere ? (
              <h2 className="display text-[1.375rem]/[1.2] text-on-green">{categoryNames[name]}</h2>
            ) : (
              categoryNames[name]
            )}
            <span className="figures">{state}</span>
          </li>
        );
      })}
    </ul>
  );
}
