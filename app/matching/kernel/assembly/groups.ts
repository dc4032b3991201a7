/** What app/matching/groups/board.ts leaves to WebAssembly: what each swap of a grouping would gain. */
import { get, set, take } from "./memory";

/** The group of each element. */
export let group: usize = 0;
/** What each pair is worth above the poorest one: a row for each element, with zeros up to a whole number of vectors. */
export let pairs: usize = 0;
export let row: i32 = 0;
/** What each element scores with its own group. */
export let own: usize = 0;
/** How much each proposal may lose, one after another; as many again as a row is long stand for the first ones. */
export let losses: usize = 0;

let count: i32 = 0;
let groups: i32 = 0;
/** What each element would score with each group, group after group. */
let fits: usize = 0;
/** What the element now offered would gain in each group, and in the best of them. */
let gains: usize = 0;
let best: i32 = 0;

const never: i32 = -(1 << 30);

export function open(elements: i32, parts: i32, lossesInAll: i32): void {
  count = elements;
  groups = parts;
  row = (count + 3) & ~3;
  group = take(row << 2);
  pairs = take((count * row) << 2);
  own = take(row << 2);
  losses = take((lossesInAll + row) << 2);
  fits = take((groups * row) << 2);
  gains = take(groups << 2);
}

/** Once every element has a group. */
export function weigh(): void {
  const bytes = row << 2;
  memory.fill(fits, 0, groups * bytes);
  for (let one = 0; one < count; one++) {
    const fit = fits + get(group, one) * bytes;
    const pair = pairs + one * bytes;
    for (let i = 0; i < bytes; i += 16)
      v128.store(fit + i, i32x4.add(v128.load(fit + i), v128.load(pair + i)));
  }
  for (let one = 0; one < count; one++) set(own, one, fitOf(one, get(group, one)));
}

/**
 * Offers one element a swap with every other, and accepts what loses no more than the next of `losses`. Answers how
 * many were accepted.
 */
export function sweep(one: i32, start: i32): i32 {
  let accepted = 0;
  let fit = look(one);
  const loss = losses + (start << 2);
  for (let four = 0; four < count; four += 4) {
    // Hardly ever could one of four gain even in the best of groups.
    const i = four << 2;
    const without = i32x4.sub(v128.load(fit + i), v128.load(own + i));
    const most = i32x4.add(i32x4.add(without, v128.load(loss + i)), i32x4.splat(best));
    if (i32x4.bitmask(most) === 15) continue;
    for (let other = four; other < min(four + 4, count); other++) {
      const gain = get(fit, other) - get(own, other) + get(gains, get(group, other)) + get(loss, other);
      if (gain < 0 || gain < 2 * get(pairs, one * row + other)) continue;
      swap(one, other);
      fit = look(one);
      accepted++;
    }
  }
  return accepted;
}

/** What one element would gain in each group; its own it never enters. Answers where its group's fits begin. */
function look(one: i32): usize {
  const here = get(group, one);
  const mine = get(own, one);
  best = never;
  for (let place = 0; place < groups; place++) {
    const gain = place === here ? never : fitOf(one, place) - mine;
    set(gains, place, gain);
    best = max(best, gain);
  }
  return fits + ((here * row) << 2);
}

function swap(one: i32, other: i32): void {
  const here = get(group, one);
  const there = get(group, other);
  set(group, one, there);
  set(group, other, here);
  const bytes = row << 2;
  const a = fits + here * bytes;
  const b = fits + there * bytes;
  const leaving = pairs + one * bytes;
  const coming = pairs + other * bytes;
  for (let i = 0; i < bytes; i += 16) {
    const more = i32x4.sub(v128.load(coming + i), v128.load(leaving + i));
    v128.store(a + i, i32x4.add(v128.load(a + i), more));
    v128.store(b + i, i32x4.sub(v128.load(b + i), more));
    const place = v128.load(group + i);
    const better = v128.and(more, i32x4.eq(place, i32x4.splat(here)));
    const worse = v128.and(more, i32x4.eq(place, i32x4.splat(there)));
    v128.store(own + i, i32x4.sub(i32x4.add(v128.load(own + i), better), worse));
  }
  set(own, one, fitOf(one, there));
  set(own, other, fitOf(other, here));
}

function fitOf(one: i32, place: i32): i32 {
  return get(fits, place * row + one);
}
