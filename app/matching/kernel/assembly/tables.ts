/** What app/matching/search/board.ts leaves to WebAssembly: the tables of a night, and annealing them. */
import { get, set, take } from "./memory";

/** Whether the rules let two diners change places. */
declare function allow(one: i32, other: i32): bool;

let count: i32 = 0;
export let at: usize = 0;
export let seat: usize = 0;
export let table: usize = 0;
export let scores: usize = 0;
/** A diner's features, eight bits each, and zeros up to a multiple of eight. */
export let row: i32 = 0;
export let features: usize = 0;
/** What they count for, sixteen bits each. */
export let factors: usize = 0;
/** What a table's diners come to, feature by feature, sixteen bits each. */
let sums: usize = 0;
/** What each diner scores with the others of their table. */
let fits: usize = 0;

/** What `multiply` found. */
export let products: usize = 0;
export let partners: usize = 0;
export let patience: usize = 0;
/** The state of the generator in app/matching/random.ts. */
export let chance: i32 = 0;
export let hasRules: bool = false;
/** The floor of app/matching/search/floor.ts; below every table, where there is none. */
export let height: i32 = -(1 << 30);
export let unit: i32 = 1;
export let slope: f64 = 0;

let size: i32 = 0;
let listed: i32 = 0;

export function open(diners: i32, seats: i32, width: i32, partnersEach: i32, patient: i32): void {
  count = diners;
  size = seats;
  listed = partnersEach;
  row = (width + 7) & ~7;
  const tables = count / size;
  at = take(count << 2);
  seat = take(count << 2);
  table = take(count << 2);
  scores = take(tables << 2);
  features = take(count * row);
  factors = take(row << 1);
  sums = take(tables * (row << 1));
  fits = take(count << 2);
  products = take(count << 2);
  partners = take((count * listed) << 2);
  patience = take(patient << 3);
}

/** What one diner scores with each of some. */
export function multiply(one: i32, from: i32, to: i32): void {
  for (let other = from; other < to; other++) {
    let sum = i32x4.splat(0);
    const b = features + other * row;
    for (let i = 0; i < row; i += 8)
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(weighed(one, i), v128.load8x8_s(b + i)));
    set(products, other - from, total(sum));
  }
}

/** Once everybody has a seat. */
export function weigh(): void {
  const tables = count / size;
  memory.fill(sums, 0, tables * (row << 1));
  for (let place = 0; place < count; place++) {
    const sum = sums + (place / size) * (row << 1);
    const diner = features + get(at, place) * row;
    for (let i = 0; i < row; i += 8)
      v128.store(sum + (i << 1), i16x8.add(v128.load(sum + (i << 1)), v128.load8x8_s(diner + i)));
  }
  for (let place = 0; place < tables; place++) refit(place);
}

/** So many proposals at one temperature, as Board.sweep says. */
export function sweep(temperature: f64, proposals: i32): i32 {
  let accepted = 0;
  let diner = <i32>((<u64>next() * count) >>> 32);
  for (let i = 0; i < proposals; i++) {
    if (++diner === count) diner = 0;
    const bits = next();
    const other = (bits & 31) === 0 ? anybody(bits) : beside(diner, bits);
    if (get(table, diner) === get(table, other)) continue;
    const slack = floor(temperature * load<f64>(patience + ((bits >>> 20) << 3)) + 0.5);
    if (gain(diner, other, slack) + slack < 0) continue;
    if (hasRules && !allow(diner, other)) continue;
    swap(diner, other);
    accepted++;
  }
  return accepted;
}

/** What the whole gains when two change places, as Board.gain says. */
export function gain(one: i32, other: i32, slack: f64): f64 {
  const a = get(table, one);
  const b = get(table, other);
  const here = get(scores, a);
  const there = get(scores, b);
  const first = get(fits, one);
  const arriving = fitInstead(one, b, other);
  if (<f64>(arriving - first) + slack < 0 && min(here, there) >= height) return -Infinity;
  const less = fitInstead(other, a, one) - first;
  const more = arriving - get(fits, other);
  return worth(here + less) - worth(here) + worth(there + more) - worth(there);
}

export function swap(one: i32, other: i32): void {
  const a = get(table, one);
  const b = get(table, other);
  const leaving = features + one * row;
  const coming = features + other * row;
  const here = sums + a * (row << 1);
  const there = sums + b * (row << 1);
  for (let i = 0; i < row; i += 8) {
    const more = i16x8.sub(v128.load8x8_s(coming + i), v128.load8x8_s(leaving + i));
    v128.store(here + (i << 1), i16x8.add(v128.load(here + (i << 1)), more));
    v128.store(there + (i << 1), i16x8.sub(v128.load(there + (i << 1)), more));
  }
  const first = get(seat, one);
  const second = get(seat, other);
  set(at, first, other);
  set(at, second, one);
  set(seat, one, second);
  set(seat, other, first);
  set(table, one, b);
  set(table, other, a);
  refit(a);
  refit(b);
}

function anybody(bits: u32): i32 {
  return <i32>((((bits >>> 4) & 0xffff) * count) >>> 16);
}

/** Who sits at the table of one of a diner's partners, and is not that partner. */
function beside(diner: i32, bits: u32): i32 {
  const partner = get(partners, diner * listed + <i32>((bits >>> 5) & (listed - 1)));
  const next = get(seat, partner) + 1 + <i32>((((bits >>> 9) & 2047) * (size - 1)) >>> 11);
  const end = (get(table, partner) + 1) * size;
  return get(at, next < end ? next : next - size);
}

function refit(place: i32): void {
  let twice = 0;
  for (let i = place * size; i < (place + 1) * size; i++) {
    const diner = get(at, i);
    const fit = fitInstead(diner, place, diner);
    set(fits, diner, fit);
    twice += fit;
  }
  set(scores, place, twice >> 1);
}

/** What a diner would score with a table that somebody leaves. */
function fitInstead(diner: i32, place: i32, leaving: i32): i32 {
  let sum = i32x4.splat(0);
  const all = sums + place * (row << 1);
  const gone = features + leaving * row;
  for (let i = 0; i < row; i += 8) {
    const rest = i16x8.sub(v128.load(all + (i << 1)), v128.load8x8_s(gone + i));
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(weighed(diner, i), rest));
  }
  return total(sum);
}

/** Eight of a diner's features, times their factors. */
function weighed(diner: i32, i: i32): v128 {
  return i16x8.mul(v128.load8x8_s(features + diner * row + i), v128.load(factors + (i << 1)));
}

function total(four: v128): i32 {
  const two = i32x4.add(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

function worth(score: i32): f64 {
  const depth = <f64>(height - score);
  return depth <= 0 ? <f64>score : <f64>score - slope * depth - floor((slope * depth * depth) / <f64>unit);
}

function next(): u32 {
  chance += 0x6d2b79f5;
  let mixed = <u32>chance;
  mixed = (mixed ^ (mixed >>> 15)) * (mixed | 1);
  mixed ^= mixed + (mixed ^ (mixed >>> 7)) * (mixed | 61);
  return mixed ^ (mixed >>> 14);
}
