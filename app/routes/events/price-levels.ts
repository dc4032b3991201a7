import { capitalize } from "#app/lib/text.ts";

/** What a dinner at a venue costs, compared with others in its city: the first is level 1. */
const names = ["low prices", "mid-range prices", "high prices", "very high prices"];

interface PriceRange {
  min: number;
  max: number;
}

/** "Mid-range prices", "Low to high prices" */
export function describePriceLevels({ min, max }: PriceRange): string {
  const [low, high] = [names[min - 1], names[max - 1]];
  if (!low || !high) return "";
  return capitalize(low === high ? low : `${low.replace(" prices", "")} to ${high}`);
}
