import type { MouseEvent, ReactNode } from "react";
import { Icon } from "#app/components/icon.tsx";
import { Progress } from "#app/components/progress.tsx";
import { Logo, seatsWithTaken, TableDrawing } from "#app/components/table-drawing.tsx";
import type { Answers, QuizQuestion } from "#app/lib/quiz/quiz.ts";
import { tableSize } from "#app/lib/table-size.ts";

const categoryNames = { personality: "Personality", food: "Food", identity: "Identity" };

interface QuizLayoutProps {
  questions: QuizQuestion[];
  index: number;
  unsaved: Answers;
  /** The address from which the diner came, for Back on the first question. */
  exit: string | null;
  /** True if only questions without an answer are shown. */
  isUnfinished: boolean;
  firstName: string;
  pathOf(question: QuizQuestion): string;
  go(path: string): void;
  children: ReactNode;
}

export function QuizLayout({
  questions,
  index,
  unsaved,
  exit,
  isUnfinished,
  firstName,
  pathOf,
  go,
  children,
}: QuizLayoutProps) {
  const category = questions[index]?.category ?? "personality";
  const previous = questions[index - 1];
  const back = (
    <Back path={previous && pathOf(previous)} from={questions[index]} unsaved={unsaved} exit={exit} go={go} />
  );
  const isLast = index > 0 && index === questions.length - 1;
  const { asked, optional } = questions[index] ?? {};
  const isExtra = asked === "later" && optional && !isLast;
  const label = `Question ${index + 1} of ${questions.length}`;
  return (
    <>
      <header className="ground-green candlelight px-gutter pt-3 pb-3 lg:hidden">
        <div className="-mx-2.5 grid grid-cols-[2.75rem_1fr_2.75rem] items-start">
          {back}
          <div className="grid justify-items-center gap-2.5 pb-4">
            <QuizTable number={index + 1} total={questions.length} isLaid={isLast} className="size-20" />
            <h2 className="display text-[1.25rem]/none">{categoryNames[category]}</h2>
          </div>
        </div>
        <Progress label={label} value={index + 1} max={questions.length} />
      </header>
      <aside className="ground-green sticky top-0 row-span-2 hidden h-svh flex-col justify-between px-7 pt-9 pb-10 lg:flex xl:px-11">
        <Logo />
        <QuizProgress number={index + 1} total={questions.length} />
        <Categories questions={questions} index={index} />
      </aside>
      <main
        id="main"
        className="flex w-full max-w-[66rem] grow flex-col px-gutter pt-9 pb-8 max-lg:min-h-[calc(100svh-15.5rem)] lg:justify-center lg:px-[6.5vw] lg:py-8"
      >
        <div className="mb-8 -ml-3 hidden lg:block">{back}</div>
        {index === 0 && !exit && !isUnfinished && (
          <p className="display mb-4 text-[1.1875rem]/[1.3] text-green-text">
            {firstName && `Hello, ${firstName}. `}The red seat is yours.
          </p>
        )}
        {isExtra && <p className="mb-4 text-small text-green-text">An extra question, if you like.</p>}
        {isUnfinished && !isLast && !isExtra && (
          <p className="mb-4 text-small text-ink-2">
            {questions.length === 1 ? "A question" : "Questions"} still to answer
          </p>
        )}
        {(isLast || (!isUnfinished && !isExtra && index > 0 && index % 8 === 0)) && (
          <p className="mb-4 text-small text-green-text">
            {isLast ? "The last one. Every seat is lit." : sayHowFar(index, questions.length)}
          </p>
        )}
        {children}
      </main>
    </>
  );
}

/** Once for each eight questions. */
function sayHowFar(answered: number, total: number): string {
  const left = total - answered;
  const start = left <= 4 ? "Nearly there" : answered * 2 < total ? "A good start" : "More than half done";
  return `${start}, ${left} to go.`;
}

interface BackProps {
  /** The path of the previous question. */
  path: string | undefined;
  from: QuizQuestion | undefined;
  unsaved: Answers;
  exit: string | null;
  go(path: string): void;
}

/** A link, or a form if unsaved answers must be sent with it. */
function Back({ path, from, unsaved, exit, go }: BackProps) {
  const className =
    "grid size-target place-items-center rounded-round max-lg:hover:bg-on-green/15 lg:hover:bg-sunk";
  if (!path || !from)
    return exit ? (
      <a href={exit} aria-label="Back" className={className}>
        <Icon name="back" />
      </a>
    ) : (
      <span className="size-target" />
    );
  if (Object.keys(unsaved).length > 0)
    return (
      <form method="post">
        <UnsavedAnswers answers={unsaved} />
        <input type="hidden" name="question" value={from.id} />
        <button type="submit" name="back" aria-label="Back" className={`${className} cursor-pointer`}>
          <Icon name="back" />
        </button>
      </form>
    );
  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(path ?? "");
  }
  return (
    <a href={path} aria-label="Back" onClick={onClick} className={className}>
      <Icon name="back" />
    </a>
  );
}

function Categories({ questions, index }: { questions: QuizQuestion[]; index: number }) {
  const names = [...new Set(questions.map(({ category }) => category))];
  return (
    <ul className="text-small">
      {names.map((name) => {
        const first = questions.findIndex(({ category }) => category === name);
        const count = questions.filter(({ category }) => category === name).length;
        const isCurrent = questions[index]?.category === name;
        const state = isCurrent
          ? `${index - first + 1} of ${count}`
          : index > first
            ? "Done"
            : `${count} questions`;
        return (
          <li
            key={name}
            aria-current={isCurrent ? "step" : undefined}
            className="flex items-baseline justify-between border-t border-on-green/20 py-[0.7rem] text-on-green-2"
          >
            {isCurrent ? (
              <h2 className="display text-[1.375rem]/[1.2] text-on-green">{categoryNames[name]}</h2>
            ) : (
              categoryNames[name]
            )}{" "}
            <span>{state}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface QuizProgressProps {
  number: number;
  total: number;
}

interface QuizTableProps extends QuizProgressProps {
  /** Lights the candle. */
  isLaid?: boolean;
  className: string;
}

/** The other seats fill one by one as the quiz continues. */
const QuizTable = ({ number, total, ...drawing }: QuizTableProps) => (
  <TableDrawing
    seats={seatsWithTaken(Math.floor(((tableSize - 1) * number) / total))}
    stroke={0.9}
    {...drawing}
    className={`quiz-table ${drawing.className}`}
  />
);

const circumference = 2 * Math.PI * 25;

const QuizProgress = ({ number, total }: QuizProgressProps) => (
  <div
    role="progressbar"
    aria-label={`Question ${number} of ${total}`}
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={number}
    className="relative mx-auto size-[190px] xl:size-[236px]"
  >
    <QuizTable number={number} total={total} className="size-full" />
    <svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-0 size-full">
      <circle
        cx="50"
        cy="50"
        r="25"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray={`${(circumference * number) / total} ${circumference}`}
        transform="rotate(90 50 50)"
        className="stroke-coral"
      />
    </svg>
    <p className="absolute inset-0 grid place-content-center text-center">
      <span className="display figures text-[2.5rem]/none tracking-[-0.03em]">{number}</span>{" "}
      <span className="text-label text-on-green-2">of {total}</span>
    </p>
  </div>
);

/** Sends answers that could not be saved with the next form. */
export function UnsavedAnswers({ answers }: { answers: Answers }) {
  if (Object.keys(answers).length === 0) return null;
  return <input type="hidden" name="unsaved" value={JSON.stringify(answers)} />;
}
