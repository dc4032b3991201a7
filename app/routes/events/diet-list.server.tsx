import { Sign, type SignName } from "#app/components/sign.tsx";

/** A diet that an operator has added has no sign. */
const signs: Record<string, SignName> = {
  Vegetarian: "leaf",
  Vegan: "sprout",
  Pescatarian: "fish",
  "No pork": "snout",
};

const letters: Record<string, string> = { Halal: "H", Kosher: "K" };

/** The quiz asks with a sentence where a list needs a word. */
const shortNames: Record<string, string> = { "Fish, but no meat": "Fish" };

export const describeDiets = (diets: string[]) =>
  diets.length > 0 && `the kitchen also cooks ${diets.map((diet) => shortNames[diet] ?? diet).join(", ")}`;

export function DietList({ diets }: { diets: string[] }) {
  return (
    <span className="flex flex-wrap gap-x-3 text-label">
      <span className="sr-only">The kitchen also cooks: </span>
      {diets.map((diet) => {
        const sign = signs[diet];
        const letter = letters[diet];
        return (
          <span key={diet} className="inline-flex items-center gap-1.5 whitespace-nowrap">
            {sign && <Sign name={sign} className="size-4" />}
            {letter && (
              <span
                aria-hidden="true"
                className="grid size-4 place-items-center rounded-round border border-current text-[0.625rem]/none font-strong"
              >
                {letter}
              </span>
            )}
            {shortNames[diet] ?? diet}
          </span>
        );
      })}
    </span>
  );
}
