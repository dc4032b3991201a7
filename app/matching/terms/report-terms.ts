import { type DinerTerms, maxWidth } from "./diner-terms.ts";
import type { Mark } from "./table-terms.ts";

/** `alone` and `far` count only diners for whom the hard rules allow something better. */
export interface TermsReport {
  company: (Mark & { diners: number; alone: number })[];
  /** How many have nobody within `nearYears`. */
  far: number;
  /** How many tables are as wide as `wideYears` or wider. */
  wideTables: number;
  /** How many tables have no talker, or nobody else. */
  unmixedTables: number;
  wishes: number;
  wishesTogether: number;
}

export function reportTerms(terms: DinerTerms, tables: readonly ArrayLike<number>[]): TermsReport {
  const { marks, masks, wordCount, years, nearYears, widthCosts, talkers, talkerCosts, wishes } =
    terms.values;
  const all = tables.map((table) => Array.from(table));
  const hasMark = (diner: number, mark: number) =>
    ((masks[diner * wordCount + (mark >>> 5)] as number) & (1 << (mark & 31))) !== 0;
  const yearOf = (diner: number) => Math.abs(years[diner] as number);
  const isFar = (one: number, table: readonly number[]) =>
    (years[one] as number) > 0 &&
    !table.some(
      (other) => other !== one && yearOf(other) > 0 && Math.abs(yearOf(one) - yearOf(other)) <= nearYears,
    );
  const isWide = (table: readonly number[]) => {
    const known = table.map(yearOf).filter((year) => year > 0);
    return (widthCosts[Math.min(maxWidth, Math.max(0, Math.max(...known) - Math.min(...known)))] ?? 0) > 0;
  };
  const isUnmixed = (table: readonly number[]) =>
    (talkerCosts[table.reduce((sum, diner) => sum + (talkers[diner] as number), 0)] as number) > 0;
  const fulfilled = (one: number, table: readonly number[]) =>
    wishes[one]?.filter((other) => table.includes(other)).length ?? 0;
  const sumOf = (count: (table: readonly number[]) => number) =>
    all.reduce((sum, table) => sum + count(table), 0);
  return {
    company: marks.map((mark, i) => {
      const withMark = (table: readonly number[]) => table.filter((diner) => hasMark(diner, i)).length;
      return { ...mark, diners: sumOf(withMark), alone: sumOf((table) => (withMark(table) === 1 ? 1 : 0)) };
    }),
    far: sumOf((table) => table.filter((one) => isFar(one, table)).length),
    wideTables: all.filter(isWide).length,
    unmixedTables: all.filter(isUnmixed).length,
    wishes: wishes.reduce((sum, list) => sum + list.length, 0) / 2,
    wishesTogether: sumOf((table) => table.reduce((sum, one) => sum + fulfilled(one, table), 0)) / 2,
  };
}
