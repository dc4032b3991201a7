import type { quizQuestions } from "#app/db/schema/quiz.ts";

/** From the least to the most at each of the four levels. */
const priceRanges = (steps: number[]) =>
  steps.slice(1).map((most, i): [number, number] => [(steps[i] ?? 0) * 100, most * 100]);

export const budapest = {
  id: crypto.randomUUID(),
  slug: "budapest",
  name: "Budapest",
  country: "HU",
  timeZone: "Europe/Budapest",
  currency: "huf",
  price: 250_000,
  deposit: 300_000,
  priceRanges: priceRanges([3_000, 6_000, 9_000, 15_000, 25_000]),
  latitude: 47.4979,
  longitude: 19.0402,
};

export const vienna = {
  id: crypto.randomUUID(),
  slug: "vienna",
  name: "Vienna",
  country: "AT",
  timeZone: "Europe/Vienna",
  currency: "eur",
  price: 700,
  deposit: 1_000,
  priceRanges: priceRanges([12, 20, 35, 60, 100]),
  latitude: 48.2082,
  longitude: 16.3738,
};

export interface DemoVenue {
  name: string;
  address: string;
  district: string;
  diets: number[];
  priceLevel: number;
  stepFree: boolean;
  tables: number;
  /** No network has numbers with this prefix. */
  phone: string;
  onFoot?: string;
}

export const budapestVenues: DemoVenue[] = [
  {
    name: "Kis Kakukk Vendéglő",
    address: "Ráday utca 31, 1092 Budapest",
    district: "Ferencváros",
    diets: [1, 3, 4],
    priceLevel: 1,
    stepFree: true,
    tables: 4,
    phone: "+36 1 000 0031",
    onFoot:
      "From Kálvin tér take the exit to Ráday utca\nSix minutes straight on\nNumber 31 is on the right, between two trees",
  },
  {
    name: "Hársfa Étterem",
    address: "Bartók Béla út 46, 1114 Budapest",
    district: "Újbuda",
    diets: [1, 2, 3, 4, 5],
    priceLevel: 2,
    stepFree: false,
    tables: 3,
    phone: "+36 1 000 0046",
  },
  {
    name: "Tűzhely Bisztró",
    address: "Wesselényi utca 22, 1077 Budapest",
    district: "Erzsébetváros",
    diets: [1, 2, 3, 4, 5, 6],
    priceLevel: 2,
    stepFree: true,
    tables: 3,
    phone: "+36 1 000 0022",
  },
];

export const viennaVenues: DemoVenue[] = [
  {
    name: "Lindenhof",
    address: "Neubaugasse 41, 1070 Wien",
    district: "Neubau",
    diets: [1, 2, 3, 4],
    priceLevel: 2,
    stepFree: true,
    tables: 4,
    phone: "+43 1 000 0041",
  },
  {
    name: "Zur Kastanie",
    address: "Lerchenfelder Straße 72, 1080 Wien",
    district: "Josefstadt",
    diets: [1, 3, 4, 5],
    priceLevel: 2,
    stepFree: false,
    tables: 2,
    phone: "+43 1 000 0072",
  },
];

/** The week counts from the coming Friday. */
export const tableMates: [week: number, firstNames: string[]][] = [
  [-3, ["Nóra", "Bence", "Eszter", "Marci"]],
  [-1, ["Kata", "Áron", "Júlia", "Gergő"]],
  [0, ["Lőrinc", "Zsófi", "Dániel", "Lili"]],
];
export const viennaDiners = ["Jonas", "Mira", "Felix", "Aylin", "Paul"];

/** Each table has others in common: three of these, beginning with the one of its place in the list. */
export const sharesOfTable = (table: number) =>
  Array.from({ length: 3 }, (_, i) => shares[(2 * table + i) % shares.length] as string);

const shares = [
  "Most of you could talk about books for hours.",
  "All five of you order dishes you’ve never heard of.",
  "Most of you like to share everything.",
  "Most of you would rather listen than tell a story.",
  "Most of you would take the train instead of the plane.",
  "Most of you come for the food as much as for the people.",
  "Most of you like to plan the weekend on Saturday morning.",
];

export function plausibleAnswer(question: typeof quizQuestions.$inferSelect): (number | string)[] {
  if (question.isCountry) return ["Hungary"];
  if (question.isYear) return [1992];
  if (question.role === "language") return [1];
  if (question.role === "budget") return [2];
  if (question.role) return [question.choices.length];
  if (question.isRange) return [7];
  return question.isMultipleChoice ? [1, 2] : [1];
}
