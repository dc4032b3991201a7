/** What tables lose by the terms of app/matching/terms/, and what two gain who wish to meet again. */
import { allocate, get } from "./memory";

export let hasWishes: bool = false;
export let masks: usize = 0;
/** The marks that few have, who are good partners for each other. */
export let rareMarks: usize = 0;
export let years: usize = 0;
export let widthCosts: usize = 0;
export let talkers: usize = 0;
export let talkerCosts: usize = 0;
/** Where the wishes of each diner begin, and after the last where they end. */
export let wishStarts: usize = 0;
export let wishes: usize = 0;
export let wordCount: i32 = 0;
export let markCost: i32 = 0;
export let nearYears: i32 = 0;
export let farCost: i32 = 0;
export let wishBonus: i32 = 0;
let maxWidth: i32 = 0;

export function initializeTerms(
  diners: i32,
  wordsPerDiner: i32,
  widths: i32,
  talkerCounts: i32,
  wishCount: i32,
): void {
  hasWishes = wishCount > 0;
  wordCount = wordsPerDiner;
  maxWidth = widths - 1;
  masks = allocate((diners * wordCount) << 2);
  rareMarks = allocate(wordCount << 2);
  years = allocate(diners << 2);
  widthCosts = allocate(widths << 2);
  talkers = allocate(diners << 2);
  talkerCosts = allocate(talkerCounts << 2);
  wishStarts = allocate((diners + 1) << 2);
  wishes = allocate(wishCount << 2);
}

export function costReplacing(dinerAt: usize, tableSize: i32, table: i32, leaving: i32, arriving: i32): i32 {
  const from = table * tableSize;
  const to = from + tableSize;
  let cost = 0;
  for (let word = 0; word < wordCount; word++) {
    let once = 0;
    let twice = 0;
    for (let seat = from; seat < to; seat++) {
      const seated = get(dinerAt, seat);
      const mask = get(masks, (seated === leaving ? arriving : seated) * wordCount + word);
      twice |= once & mask;
      once |= mask;
    }
    cost += markCost * popcnt(once & ~twice);
  }
  let oldest = i32.MAX_VALUE;
  let youngest = 0;
  let talkerCount = 0;
  for (let seat = from; seat < to; seat++) {
    const seated = get(dinerAt, seat);
    const diner = seated === leaving ? arriving : seated;
    talkerCount += get(talkers, diner);
    const year = get(years, diner);
    if (year === 0) continue;
    oldest = min(oldest, abs(year));
    youngest = max(youngest, abs(year));
    if (year > 0 && isFar(dinerAt, from, to, seat, year, leaving, arriving)) cost += farCost;
  }
  if (youngest > oldest) cost += get(widthCosts, min(maxWidth, youngest - oldest));
  return cost + get(talkerCosts, talkerCount);
}

function isFar(
  dinerAt: usize,
  from: i32,
  to: i32,
  ownSeat: i32,
  year: i32,
  leaving: i32,
  arriving: i32,
): bool {
  for (let seat = from; seat < to; seat++) {
    if (seat === ownSeat) continue;
    const seated = get(dinerAt, seat);
    const other = get(years, seated === leaving ? arriving : seated);
    if (other !== 0 && abs(abs(other) - year) <= nearYears) return false;
  }
  return true;
}

export function bonusBeside(tableOf: usize, diner: i32, table: i32, leaving: i32): i32 {
  let bonus = 0;
  const end = get(wishStarts, diner + 1);
  for (let i = get(wishStarts, diner); i < end; i++) {
    const other = get(wishes, i);
    if (other !== leaving && get(tableOf, other) === table) bonus += wishBonus;
  }
  return bonus;
}

export function bonusOf(dinerAt: usize, tableOf: usize, tableSize: i32, table: i32): i32 {
  let bonus = 0;
  for (let seat = table * tableSize; seat < (table + 1) * tableSize; seat++) {
    const diner = get(dinerAt, seat);
    bonus += bonusBeside(tableOf, diner, table, diner);
  }
  // Each pair was added twice.
  return bonus >> 1;
}

/** What makes two good partners beside their pair score. */
export function affinity(one: i32, other: i32): i32 {
  let shared = 0;
  for (let word = 0; word < wordCount; word++)
    shared += popcnt(
      get(masks, one * wordCount + word) & get(masks, other * wordCount + word) & get(rareMarks, word),
    );
  const bonus = shared * markCost;
  if (!hasWishes) return bonus;
  const end = get(wishStarts, one + 1);
  for (let i = get(wishStarts, one); i < end; i++) if (get(wishes, i) === other) return bonus + wishBonus;
  return bonus;
}
