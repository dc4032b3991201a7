import { tableSize } from "#app/lib/table-size.ts";
import { Mixture } from "./linear-program.ts";
import type { Pricing } from "./table-enumerator.ts";

/** A price for each kind of diner. No table is worth more than its diners' prices and `slack`. */
export interface Bound {
  prices: Float64Array;
  slack: number;
  /** So no seating is worth more than this. */
  most: number;
}

export interface Known {
  /** Of kinds. */
  table: Int32Array;
  worth: number;
}

/** What it costs to leave one diner without a table: more than all tables together can be worth. */
const loss = 2 ** 24;
const batch = 300;
const rounds = 120;

/**
 * Column generation: mix the tables known so far, look for tables that are worth more than the prices of
 * their diners, add them, until there are none. Prices are in 1024ths, so that every sum of them is exact.
 */
export function boundOf(
  many: Int32Array,
  pricing: Pricing,
  worth: (score: number) => number,
  known: Known[],
): Bound {
  const mixture = new Mixture(many, loss);
  const tables = many.reduce((sum, each) => sum + each, 0) / tableSize;
  for (const each of known) mixture.add(each);
  let best: Bound = { prices: new Float64Array(many.length), slack: Infinity, most: Infinity };
  for (let round = 0; round < rounds; round++) {
    const value = mixture.solve();
    if (Math.floor(value + 1e-6) >= Math.floor(best.most)) break;
    const isTrial = round % 2 === 1;
    const prices = isTrial ? between(best.prices, mixture.prices) : rounded(mixture.prices);
    const { found, isDone } = dearest(pricing, prices, worth);
    // The first is always heard to its end: without it there would be no bound at all.
    if (!isDone) break;
    const slack = Math.max(0, found[0]?.gain ?? 0);
    const most = prices.reduce((sum, price, kind) => sum + price * (many[kind] as number), tables * slack);
    if (most < best.most) best = { prices, slack, most };
    if (found.length === 0 && !isTrial) break;
    for (const each of found) mixture.add(each);
  }
  return best;
}

interface Found extends Known {
  gain: number;
}

/** The tables worth most above their prices, dearest first. */
function dearest(pricing: Pricing, prices: Float64Array, worth: (score: number) => number) {
  let found: Found[] = [];
  let above = 0;
  const keep = () => {
    found = found.sort((a, b) => b.gain - a.gain).slice(0, batch);
  };
  const isDone = pricing.search(prices, 0, (table, score, whole) => {
    const gain = whole - score + worth(score);
    if (gain <= above) return above;
    found.push({ table: table.slice(), worth: worth(score), gain });
    if (found.length === 2 * batch) {
      keep();
      above = found.at(-1)?.gain ?? 0;
    }
    return above;
  });
  keep();
  return { found, isDone };
}

const rounded = (prices: Float64Array) => prices.map((price) => Math.round(price * 1024) / 1024);
const between = (one: Float64Array, other: Float64Array) =>
  rounded(one.map((price, i) => (price + (other[i] as number)) / 2));
