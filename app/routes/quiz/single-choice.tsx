interface SingleChoiceProps {
  choices: string[];
  chosen: string | undefined;
}

/** Pressing a choice submits it. */
export function SingleChoice({ choices, chosen }: SingleChoiceProps) {
  return (
    <ul className="max-w-[40rem]">
      {choices.map((choice, i) => {
        const value = String(i + 1);
        const isChosen = value === chosen;
        return (
          <li key={choice} className="border-t border-line last:border-b">
            <button
              type="submit"
              name="answer"
              value={value}
              aria-pressed={isChosen}
              data-choice
              className="display group grid min-h-16 w-full cursor-pointer grid-cols-[1fr_1.5rem] items-center gap-4 py-3.5 text-left text-[1.3125rem]/[1.25] tracking-[-0.008em] transition-colors hover:text-paprika-text aria-pressed:text-paprika-text lg:min-h-17 lg:text-[1.5rem]/[1.25]"
            >
              {choice}
              <span className="size-[22px] rounded-round border border-line-strong group-hover:border-paprika group-aria-pressed:border-7 group-aria-pressed:border-paprika" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
