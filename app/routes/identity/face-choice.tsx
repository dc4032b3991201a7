import * as z from "zod";
import { Button } from "#app/components/button.tsx";
import { Drawing } from "#app/components/drawing.tsx";
import { seedCount } from "#app/lib/account/draw-face.ts";

const seed = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .refine((number) => number < seedCount);

export const faceForm = seed.nullable();

const offeredCount = 4;

/** Those that the form showed, so that a refused form shows the same. */
export const readOffered = (form: FormData): number[] | undefined =>
  z.array(seed).length(offeredCount).safeParse(form.getAll("offered")).data;

/** The chosen one is the first. */
export function offerFaces(chosen: number | null = null): number[] {
  const seeds = [...crypto.getRandomValues(new Uint32Array(offeredCount))];
  return chosen === null ? seeds : [chosen, ...seeds.slice(1)];
}

interface FaceChoiceProps {
  offered: number[];
  chosen: number | null;
}

export const FaceChoice = ({ offered, chosen }: FaceChoiceProps) => (
  <fieldset id="faces" className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-center">
    <legend className="display mx-auto pb-3 text-[1.25rem]/[1.25] text-balance">
      A drawn face is just as welcome
    </legend>
    <div className="grid w-full max-w-84 grid-cols-4 gap-1">
      {offered.map((seed, i) => (
        <label
          key={seed}
          className="relative cursor-pointer rounded-round p-1.5 has-checked:shadow-[inset_0_0_0_3px_var(--color-paprika)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus-ring)"
        >
          <input type="hidden" name="offered" value={seed} />
          <input
            type="radio"
            name="face"
            value={seed}
            defaultChecked={seed === chosen}
            aria-label={`Face ${i + 1} of ${offered.length}`}
            className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
          />
          <Drawing drawn={{ seed, isChosen: true }} className="aspect-square" />
        </label>
      ))}
    </div>
    <Button variant="plain" size="small" name="intent" value="other-faces" formAction="/identity#faces">
      Draw four others
    </Button>
  </fieldset>
);
