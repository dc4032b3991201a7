import { type QuizQuestion, rangeMax } from "#app/lib/quiz/quiz.ts";

interface RangeInputProps {
  question: QuizQuestion;
  chosen: string | undefined;
}

export function RangeInput({ question: { minLabel, maxLabel }, chosen }: RangeInputProps) {
  return (
    <div className="grid max-w-[24rem] grid-cols-5 gap-3 xl:max-w-[50rem] xl:grid-cols-10">
      <p className="col-span-5 text-small text-ink-2 xl:order-1">
        <b className="mr-2 font-strong text-ink">1</b> {minLabel}
      </p>
      {Array.from({ length: rangeMax }, (_, i) => String(i + 1)).map((value) => (
        <button
          type="submit"
          key={value}
          name="answer"
          value={value}
          aria-pressed={value === chosen}
          aria-label={value === "1" ? `1, ${minLabel}` : value === "10" ? `10, ${maxLabel}` : undefined}
          data-choice
          className="display figures grid aspect-square cursor-pointer place-items-center rounded-round border border-line-strong text-[1.375rem]/none transition-colors hover:border-ink hover:bg-sunk aria-pressed:border-paprika aria-pressed:bg-paprika aria-pressed:text-on-paprika xl:text-[1.5rem]/none"
        >
          {`${value} `}
        </button>
      ))}
      <p className="col-span-5 text-right text-small text-ink-2 xl:order-1">
        <b className="mr-2 font-strong text-ink">10</b> {maxLabel}
      </p>
    </div>
  );
}
