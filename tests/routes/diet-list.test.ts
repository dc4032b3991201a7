import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DietList, describeDiets } from "#app/routes/events/card-parts.tsx";

test("a diet that the quiz words as a sentence has a short name, and its sign", () => {
  const [short, long] = [["Pescatarian"], ["Fish, but no meat"]];
  const html = renderToStaticMarkup(DietList({ diets: long }) as ReactElement);
  expect(html).toContain("<svg");
  expect(html).toBe(renderToStaticMarkup(DietList({ diets: short }) as ReactElement));
  expect(describeDiets(long)).toBe("caters for pescatarian");
});
