import { club } from "#club";
import { Drawing } from "./drawing.tsx";

/** Who runs the club: a face, a sentence and a name. Nothing where the club doesn't say. */
export function Signature({ className = "" }: { className?: string }) {
  const { person } = club;
  if (!person) return null;
  return (
    <figure className={`flex items-center gap-4 ${className}`}>
      <Drawing drawn={{ seed: person.face, isChosen: true }} className="w-18 shrink-0" />
      <figcaption>
        {person.says && <p className="display text-lead">{`“${person.says}”`}</p>}
        <p className="text-small text-ink-2">{`${person.name} runs ${club.name}`}</p>
      </figcaption>
    </figure>
  );
}
