import { Icon } from "#app/components/icon.tsx";

interface MultipleChoiceProps {
  choices: string[];
  chosen: string[];
  /** The last choice excludes all others. */
  endsWithNone: boolean;
}

/** A longer list is shown in columns. */
const maxInlineChoices = 18;

export function MultipleChoice({ choices, chosen, endsWithNone }: MultipleChoiceProps) {
  const layout =
    choices.length > maxInlineChoices
      ? "grid max-w-[52rem] grid-cols-[repeat(auto-fill,minmax(9.25rem,1fr))] md:grid-cols-3 xl:grid-cols-4"
      : "flex max-w-[44rem] flex-wrap";
  return (
    <div data-ends-with-none={endsWithNone || undefined} className={`gap-2.5 ${layout}`}>
      {choices.map((choice, i) => (
        <label key={choice} className="chip min-h-12 px-[1.2rem] text-[1rem]">
          <input
            type="checkbox"
            name="answer"
            value={i + 1}
            defaultChecked={chosen.includes(String(i + 1))}
            data-choice
            className="peer"
          />
          <Icon name="check" className="hidden size-3.5 peer-checked:block" />
          {`${choice} `}
        </label>
      ))}
    </div>
  );
}
