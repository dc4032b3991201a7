import { expect, test } from "vitest";
import { describeExceptions, findShared, listDiets } from "#app/routes/events/card-parts.tsx";

const card = (diets: string[], prices: string | null = null, textOfAll?: string) => ({
  diets,
  warning: textOfAll ? { text: "", shortText: "", textOfAll } : null,
  evening: { prices } as Parameters<typeof findShared>[0][number]["evening"],
});

test("a diet that the quiz words as a sentence has a short name", () => {
  expect(listDiets(["Vegan", "Fish, but no meat"])).toBe("vegan, pescatarian");
});

test("what all dinners share is said once, and a card says nothing of it", () => {
  const cards = [card(["Vegan", "Kosher"], "€20"), card(["Kosher", "Vegan"], "€20")];
  const shared = findShared(cards);
  expect(shared).toEqual({ warning: null, diets: ["Vegan", "Kosher"], isForAll: true, prices: "€20" });
  for (const one of cards) expect(describeExceptions(one, shared)).toEqual([]);
});

test("a card says where its diets differ from those of most, and prices that differ are not shared", () => {
  const cards = [card(["Vegan"], "€20"), card(["Vegan", "Kosher"], "€20"), card(["Halal"], "€30")];
  const shared = findShared(cards);
  expect(shared).toEqual({ warning: null, diets: ["Vegan"], isForAll: false, prices: null });
  expect(cards.map((one) => describeExceptions(one, shared))).toEqual([
    [],
    ["Also caters for: kosher"],
    ["Doesn’t cater for: vegan", "Also caters for: halal"],
  ]);
});

test("a warning is said once if it holds for all of several dinners", () => {
  const cheap = card([]);
  const dear = card([], null, "You told us you’d rather spend less than these cost.");
  expect(findShared([dear, dear]).warning).toBe("You told us you’d rather spend less than these cost.");
  expect(findShared([dear]).warning).toBeNull();
  expect(findShared([dear, cheap]).warning).toBeNull();
  expect(findShared([dear, card([], null, "No vegan kitchen")]).warning).toBeNull();
});
