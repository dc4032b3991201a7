import { type FormEvent, useRef } from "react";
import { Icon } from "#app/components/icon.tsx";

interface ChipsProps {
  choices: string[];
  chosen: string[];
  /** The last choice and the others exclude each other. */
  endsWithNone: boolean;
}

/** A long list stands in columns, so that the eye finds its way. */
const long = 18;

/** Choices of which several may hold. */
export function Chips({ choices, chosen, endsWithNone }: ChipsProps) {
  const list = useRef<HTMLDivElement>(null);

  function exclude({ target }: FormEvent) {
    const boxes = [...(list.current?.querySelectorAll("input") ?? [])];
    const none = boxes.at(-1);
    for (const box of boxes) if (target === none ? box !== none : box === none) box.checked = false;
  }

  const layout =
    choices.length > long
      ? "grid max-w-[52rem] grid-cols-2 md:grid-cols-3 xl:grid-cols-4"
      : "flex max-w-[44rem] flex-wrap";
  return (
    <div ref={list} onChange={endsWithNone ? exclude : undefined} className={`gap-2.5 ${layout}`}>
      {choices.map((choice, i) => (
        <label
          key={choice}
          className="relative inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-round border border-line-strong px-[1.2rem] py-1 text-[1rem] font-link transition-colors hover:border-ink has-checked:border-green has-checked:bg-green has-checked:text-on-green has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-(--focus-ring,var(--color-focus))"
        >
          <input
            type="checkbox"
            name="answer"
            value={i + 1}
            defaultChecked={chosen.includes(String(i + 1))}
            data-choice
            className="peer absolute inset-0 size-full cursor-pointer appearance-none"
          />
          <Icon name="check" className="hidden size-3.5 peer-checked:block" />
          {choice}
        </label>
      ))}
    </div>
  );
}
