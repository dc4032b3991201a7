import { Fragment } from "react";
import { Sign, type SignName } from "#app/components/icon.tsx";

/** A diet that an operator has added has no sign. */
const signs: Record<string, SignName> = {
  Vegetarian: "leaf",
  Vegan: "sprout",
  Pescatarian: "fish",
  "No pork": "snout",
};

const letters: Record<string, string> = { Halal: "H", Kosher: "K" };

/** The quiz asks with a sentence where a list needs a word. */
const shortNames: Record<string, string> = { "Fish, but no meat": "Pescatarian" };

const shorten = (diet: string) => shortNames[diet] ?? diet;

export const describeDiets = (diets: string[]) =>
  diets.length > 0 && `caters for ${diets.map(shorten).join(", ").toLowerCase()}`;

export function DietList({ diets }: { diets: string[] }) {
  if (diets.length === 0) return null;
  return (
    <>
      <span className="sr-only">Caters for: </span>
      {diets.map(shorten).map((name) => {
        const sign = signs[name];
        const letter = letters[name];
        return (
          <Fragment key={name}>
            {" "}
            <span className="inline-flex items-center gap-1">
              {sign && <Sign name={sign} className="size-4" />}
              {letter && (
                <span
                  aria-hidden="true"
                  className="grid size-4 place-items-center rounded-round border border-current text-[0.625rem]/none font-strong"
                >
                  {letter}
                </span>
              )}{" "}
              {name}
            </span>
          </Fragment>
        );
      })}
    </>
  );
}
