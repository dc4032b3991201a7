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

export function minorUnits(currency: string): number {
  if (wholeCurrencies.includes(currency)) return 1;
  return thousandthCurrencies.includes(currency) ? 1000 : 100;
}

/** Of an amount as Stripe counts it: "3000 HUF", "7.50 EUR". */
export function formatAmount(amount: number, currency: string): string {
  const units = minorUnits(currency);
  const value = amount / units;
  return `${Number.isInteger(value) ? value : value.toFixed(Math.log10(units))} ${currency.toUpperCase()}`;
}
