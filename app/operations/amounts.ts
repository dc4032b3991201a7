/** How operators type amounts, and how they are read. */
import {
  commonCurrencies,
  formatAmount,
  minCharge,
  minorUnits,
  type PriceRanges,
  parseAmount,
  typeAmount,
} from "#app/lib/price.ts";
import { usageError } from "./operation.ts";

export const currencies = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()));

/** Guesses what "25,50" or "3.000" meant; undefined if that is not clear. */
function guessAmount(number: string, currency: string): string | undefined {
  const isGrouped = /^\d{1,3}(?:([,.])\d{3})(?:\1\d{3})*(?:[,.]\d{1,2})?$/.test(number);
  const plain = isGrouped ? number.replaceAll(/[,.](?=\d{3}(?!\d))/g, "") : number;
  const meant = plain.replace(",", ".");
  return parseAmount(meant, currency) === undefined ? undefined : meant;
}

/** "EUR", "€", "euro" and "euros"; of "Hungarian forints" the last word, too. */
const namesOfCurrency = (currency: string): string[] =>
  (["code", "narrowSymbol", "name"] as const).flatMap((currencyDisplay) =>
    [1, 2].flatMap((count) => {
      const style = { style: "currency", currency, currencyDisplay, maximumFractionDigits: 0 } as const;
      const format = new Intl.NumberFormat("en", style);
      const name = format
        .formatToParts(count)
        .find(({ type }) => type === "currency")
        ?.value.toLowerCase();
      return name ? [name, name.split(" ").at(-1) ?? name] : [];
    }),
  );

/** "€1,500.50" and "1 500.50 euros" are 1500.50 where the currency is EUR; of "1500 HUF each", "huf each" is unknown. */
function splitAmount(typed: string, currency: string): { number: string; unknown: string[] } {
  const [, before = "", found = "", after = ""] =
    /^(\D*)(\d[\d.,\s'’]*(?<=\d)|)(.*)$/s.exec(typed.trim()) ?? [];
  const named = [before, after].map((name) => name.trim().toLowerCase()).filter(Boolean);
  const known = named.length > 0 ? namesOfCurrency(currency) : [];
  const isGrouped = /^\d{1,3}(?:([,\s'’])\d{3})(?:\1\d{3})*(?:\.\d+)?$/.test(found);
  return {
    // "1,500" of a currency with three decimals may be either.
    number: isGrouped && minorUnits(currency) < 1000 ? found.replaceAll(/[,\s'’]/g, "") : found,
    unknown: named.filter((name) => !known.includes(name)),
  };
}

const isCurrencyName = (name: string) =>
  currencies.has(name) || commonCurrencies.some((currency) => namesOfCurrency(currency).includes(name));

function readAmount(typed: string, currency: string): number | undefined {
  const { number, unknown } = splitAmount(typed, currency);
  return unknown.length > 0 ? undefined : parseAmount(number, currency);
}

/** What is read of an amount, or else what was typed. */
export function sayAmount(typed: string, currency: string): string {
  const amount = currencies.has(currency.toLowerCase()) ? readAmount(typed, currency) : undefined;
  return amount === undefined ? typed : formatAmount(amount, currency);
}

type AmountOption = "price" | "deposit" | "amount";

export function requireAmount(option: AmountOption, typed: string, currency: string): number {
  const parsed = readAmount(typed, currency);
  if (parsed === undefined) {
    const { number, unknown } = splitAmount(typed, currency);
    if (unknown.some(isCurrencyName))
      throw usageError(`--${option} is in ${currency.toUpperCase()}, and “${typed}” is not.`, option);
    const meant = unknown.length > 0 ? undefined : guessAmount(number, currency);
    throw usageError(
      meant === undefined
        ? `--${option} is an amount of ${currency.toUpperCase()}, such as ${formatAmount(parseAmount("1500", currency) ?? 0, currency)}: “${typed}” is none, or can’t be charged.`
        : `--${option} has only digits, and a point before decimals: for “${typed}”, write ${meant}.`,
      option,
    );
  }
  const min = minCharge(currency);
  if (option === "deposit" && parsed > 0 && parsed < min)
    throw usageError(
      `--deposit is 0, or at least ${formatAmount(min, currency)}: Stripe charges no less.`,
      "deposit",
    );
  return parsed;
}

/** As `requireRanges` reads it. */
export const typeRanges = (ranges: PriceRanges | null, currency: string): string =>
  ranges?.map((range) => range.map((each) => typeAmount(each, currency)).join("-")).join(", ") ?? "";

export function requireRanges(typed: string, currency: string): PriceRanges | null {
  if (typed === "" || typed === "none") return null;
  const ranges = typed.split(/[,;]/).map((range) => {
    const [min, max, ...others] = range.split(/[-–]/).map((each) => parseAmount(each.trim(), currency));
    return min === undefined || max === undefined || min > max || others.length > 0 ? undefined : [min, max];
  });
  if (ranges.length !== 4 || ranges.includes(undefined))
    throw usageError(
      "--price-ranges are four, each the least and the most: 3000-6000, 6000-9000, 9000-15000, 15000-25000.",
    );
  return ranges as PriceRanges;
}

/** "3000 HUF", "none" */
export const nameDeposit = (amount: number, currency: string): string =>
  amount === 0 ? "none" : formatAmount(amount, currency);
