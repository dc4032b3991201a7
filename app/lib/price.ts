import { remember } from "./remember.ts";
import { capitalize } from "./text.ts";

/** Currencies that Stripe counts whole, and in thousandths; the others it counts in hundredths. */
const wholeCurrencies = [
  "bif",
  "clp",
  "djf",
  "gnf",
  "jpy",
  "kmf",
  "krw",
  "mga",
  "pyg",
  "rwf",
  "vnd",
  "vuv",
  "xaf",
  "xof",
  "xpf",
];
const thousandthCurrencies = ["bhd", "jod", "kwd", "omr", "tnd"];

/** Currencies that Stripe counts in hundredths, but accepts only in whole units. */
const wholeInHundredths = ["isk", "ugx"];

export function minorUnits(currency: string): number {
  if (wholeCurrencies.includes(currency)) return 1;
  return thousandthCurrencies.includes(currency) ? 1000 : 100;
}

/** Formats an amount that Stripe counts: "3000 HUF", "7.50 EUR". */
export const formatAmount = (amount: number, currency: string): string =>
  `${typeAmount(amount, currency)} ${currency.toUpperCase()}`;

/** For running text, so that no line ends between the number and the currency. */
export const unbroken = (amount: string): string => amount.replaceAll(" ", "\u00a0");

/** As `parseAmount` reads it. */
export function typeAmount(amount: number, currency: string): string {
  const units = minorUnits(currency);
  const value = amount / units;
  return Number.isInteger(value) ? String(value) : value.toFixed(Math.log10(units));
}

/** What people read of a price: "6,000–9,000 Ft", "€20–35". */
export const formatRange = remember(
  ([min, max]: readonly [number, number], currency: string) => `${min} ${max} ${currency}`,
  ([min, max], currency): string => {
    const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
    const parts = new Intl.NumberFormat("en-US", style).formatToParts(0);
    const symbol = parts.find(({ type }) => type === "currency")?.value ?? currency.toUpperCase();
    const values = [min, max].map((amount) => amount / minorUnits(currency));
    const decimals = { minimumFractionDigits: values.every(Number.isInteger) ? 0 : 2 };
    const [from, to] = values.map((value) => value.toLocaleString("en-US", decimals));
    const numbers = from === to ? from : `${from}–${to}`;
    return /^\p{Sc}$/u.test(symbol) ? `${symbol}${numbers}` : `${numbers}\u00a0${symbol}`;
  },
);

/** What a dinner costs at each price level of a city: the least and the most. */
export type PriceRanges = [number, number][];

/** From the least at the first of these levels to the most at the last; null if the city has not said it. */
export function describeRange(
  ranges: PriceRanges | null | undefined,
  levels: { min: number; max: number } | null,
  currency: string,
): string | null {
  const [low, high] = levels ? [ranges?.[levels.min - 1], ranges?.[levels.max - 1]] : [];
  return low && high ? formatRange([low[0], high[1]], currency) : null;
}

/** "Up to 6,000 Ft": the most at each price level, in the cities whose figures are known; none if they are too many. */
export function listUpTo(
  cities: readonly { name: string; currency: string; ranges?: PriceRanges | null }[],
): string[] {
  const known = cities.filter(({ ranges }) => ranges);
  if (known.length === 0 || cities.length > maxPricedCities) return [];
  return (known[0]?.ranges ?? []).map((_, level) => {
    const sums = known.flatMap(({ name, currency, ranges }) => {
      const most = ranges?.[level]?.[1];
      if (most === undefined) return [];
      const sum = formatRange([most, most], currency);
      return cities.length > 1 ? `${sum} in ${name}` : sum;
    });
    return `Up to ${sums.join(", ")}`;
  });
}

/** A line has no room for more. */
export const maxPricedCities = 3;

/** How a venue's prices compare with others in its city: the first name is level 1. */
const levelNames = ["low prices", "mid-range prices", "high prices", "very high prices"];

/** "Mid-range prices", "Low to high prices" */
export function describePriceLevels({ min, max }: { min: number; max: number }): string {
  const [low, high] = [levelNames[min - 1], levelNames[max - 1]];
  if (!low || !high) return "";
  return capitalize(low === high ? low : `${low.replace(" prices", "")} to ${high}`);
}

/** Stripe accepts no larger amount. */
const maxAmount = 99_999_999;

/** The least that Stripe charges, in its units. It names no minimum for other currencies (docs.stripe.com/currencies). */
const minCharges: Record<string, number> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1_500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1_000,
  usd: 50,
};

export const commonCurrencies = Object.keys(minCharges);

export const minCharge = (currency: string): number => minCharges[currency] ?? 1;

const decimalsOf = (currency: string) =>
  wholeInHundredths.includes(currency) ? 0 : Math.log10(minorUnits(currency));

/** From "3000" or "7.50" to Stripe's units; undefined if it is no amount, or can't be charged. */
export function parseAmount(text: string, currency: string): number | undefined {
  const [, whole, decimals = ""] = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  if (whole === undefined || decimals.length > decimalsOf(currency)) return undefined;
  const units = minorUnits(currency);
  const amount = Number(whole) * units + Number(decimals.padEnd(Math.log10(units), "0"));
  // Stripe accepts two decimals even for currencies with three.
  const isCharged = amount <= maxAmount && (units < 1000 || amount % 10 === 0);
  return isCharged ? amount : undefined;
}
