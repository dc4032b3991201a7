/** The inner loop of app/matching/search/board.ts. The table size is a parameter, so that one build serves any size. */
import { allocate, get, set } from "./memory";
import { affinity, bonusBeside, bonusOf, costReplacing, hasWishes } from "./terms";
import { nextTogether, pickedOf, pickGroups } from "./together";

declare function allowsSwap(one: i32, other: i32): bool;
/** After diners of both were exchanged. */
declare function allowsTables(a: i32, b: i32): bool;

let dinerCount: i32 = 0;
export let dinerAt: usize = 0;
export let seatOf: usize = 0;
export let tableOf: usize = 0;
export let tableScores: usize = 0;
/** 1 for those who have one. */
export let boosts: usize = 0;
/** By how much the floor of their table is higher; 0 where nobody has one. */
export let boost: i32 = 0;
/** How many at each table have one. */
let boostCounts: usize = 0;
/** What tables lose by terms. */
let tableCosts: usize = 0;
/** The number of features, padded with zeros to a multiple of eight. */
export let rowLength: i32 = 0;
/** Eight bits each. */
export let features: usize = 0;
/** 16 bits each. */
export let factors: usize = 0;
/** One row for each table, 16 bits each. */
let featureSums: usize = 0;
let dinerScores: usize = 0;
export let pairScores: usize = 0;
export let partners: usize = 0;
export let acceptanceThresholds: usize = 0;
/** The state of the generator in app/matching/random.ts. */
export let randomState: i32 = 0;
export let hasRules: bool = false;
/** Tables are scored anew after a change. */
export let usesTerms: bool = false;
export let minScore: i32 = -(1 << 30);
export let halfPoint: i32 = 1;
export let penaltySlope: f64 = 0;

let tableSize: i32 = 0;
let partnersPerDiner: i32 = 0;

export {
  farCost,
  initializeTerms,
  markCost,
  masks,
  nearYears,
  rareMarks,
  talkerCosts,
  talkers,
  widthCosts,
  wishBonus,
  wishes,
  wishStarts,
  years,
} from "./terms";
export { initializeTogether, nextTogether } from "./together";

export function initialize(
  diners: i32,
  seatsPerTable: i32,
  featureCount: i32,
  partnerCount: i32,
  thresholdCount: i32,
): void {
  dinerCount = diners;
  tableSize = seatsPerTable;
  partnersPerDiner = partnerCount;
  rowLength = (featureCount + 7) & ~7;
  const tableCount = dinerCount / tableSize;
  dinerAt = allocate(dinerCount << 2);
  seatOf = allocate(dinerCount << 2);
  tableOf = allocate(dinerCount << 2);
  tableScores = allocate(tableCount << 2);
  tableCosts = allocate(tableCount << 2);
  boosts = allocate(dinerCount << 2);
  boostCounts = allocate(tableCount << 2);
  features = allocate(dinerCount * rowLength);
  factors = allocate(rowLength << 1);
  featureSums = allocate(tableCount * (rowLength << 1));
  dinerScores = allocate(dinerCount << 2);
  pairScores = allocate(dinerCount << 2);
  partners = allocate((dinerCount * partnersPerDiner) << 2);
  acceptanceThresholds = allocate(thresholdCount << 3);
}

export function computePairScores(one: i32, from: i32, to: i32): void {
  for (let other = from; other < to; other++) {
    let sum = i32x4.splat(0);
    const row = features + other * rowLength;
    for (let i = 0; i < rowLength; i += 8)
      sum = i32x4.add(sum, i32x4.dot_i16x8_s(weightedFeatures(one, i), v128.load8x8_s(row + i)));
    const score = addLanes(sum);
    set(pairScores, other - from, score + affinity(one, other));
  }
}

export function computeScores(): void {
  const tableCount = dinerCount / tableSize;
  memory.fill(featureSums, 0, tableCount * (rowLength << 1));
  for (let seat = 0; seat < dinerCount; seat++) {
    const sum = featureSums + (seat / tableSize) * (rowLength << 1);
    const row = features + get(dinerAt, seat) * rowLength;
    for (let i = 0; i < rowLength; i += 8)
      v128.store(sum + (i << 1), i16x8.add(v128.load(sum + (i << 1)), v128.load8x8_s(row + i)));
  }
  for (let table = 0; table < tableCount; table++) scoreTable(table);
}

export function sweep(temperature: f64, proposals: i32): i32 {
  let accepted = 0;
  let diner = <i32>((<u64>nextUint32() * dinerCount) >>> 32);
  for (let i = 0; i < proposals; i++) {
    if (++diner === dinerCount) diner = 0;
    const bits = nextUint32();
    const other = (bits & 31) === 0 ? pickAnyDiner(bits) : pickTablemateOfPartner(diner, bits);
    if (get(tableOf, diner) === get(tableOf, other)) continue;
    const maxLoss = floor(temperature * load<f64>(acceptanceThresholds + ((bits >>> 20) << 3)) + 0.5);
    if (nextTogether !== 0) {
      const isOfGroup = get(nextTogether, diner) !== diner;
      // Exchanging groups takes longer, so each is moved once a round.
      if (get(nextTogether, diner) > diner) continue;
      if (isOfGroup) {
        if (exchangeGroups(diner, other, nextUint32(), maxLoss)) accepted++;
        continue;
      }
      if (get(nextTogether, other) !== other) continue;
    }
    if (swapGain(diner, other, maxLoss) + maxLoss < 0) continue;
    if (hasRules && !allowsSwap(diner, other)) continue;
    swap(diner, other);
    accepted++;
  }
  return accepted;
}

export function swapGain(one: i32, other: i32, maxLoss: f64): f64 {
  const a = get(tableOf, one);
  const b = get(tableOf, other);
  const scoreA = get(tableScores, a);
  const scoreB = get(tableScores, b);
  const oneNow = get(dinerScores, one);
  const oneThen = scoreReplacing(one, b, other);
  let saved = 0;
  let added = 0;
  if (usesTerms) {
    saved = get(tableCosts, a) + get(tableCosts, b);
    if (hasWishes) added = bonusBeside(tableOf, one, b, other) - bonusBeside(tableOf, one, a, one);
  }
  // No more than what both tables cost can be saved.
  const most = oneThen - oneNow + saved + added;
  if (<f64>most + maxLoss < 0 && min(scoreA, scoreB) >= minScore + boost) return -Infinity;
  const changeA = scoreReplacing(other, a, one) - oneNow;
  const changeB = oneThen - get(dinerScores, other);
  const boostsA = get(boostCounts, a);
  const boostsB = get(boostCounts, b);
  const arrivingBoosts = get(boosts, other) - get(boosts, one);
  const gain =
    worthOf(scoreA + changeA, boostsA + arrivingBoosts) -
    worthOf(scoreA, boostsA) +
    worthOf(scoreB + changeB, boostsB - arrivingBoosts) -
    worthOf(scoreB, boostsB);
  if (!usesTerms) return gain;
  if (hasWishes) added += bonusBeside(tableOf, other, a, one) - bonusBeside(tableOf, other, b, other);
  // The costs take longer, and most swaps are refused without them.
  if (gain + <f64>(saved + added) + maxLoss < 0) return -Infinity;
  saved -= costReplacing(dinerAt, tableSize, a, one, other);
  saved -= costReplacing(dinerAt, tableSize, b, other, one);
  return gain + <f64>(saved + added);
}

function swap(one: i32, other: i32): void {
  const a = get(tableOf, one);
  const b = get(tableOf, other);
  exchange(one, a, other, b);
  scoreTable(a);
  scoreTable(b);
}

/** The scores of both tables must follow. */
function exchange(one: i32, a: i32, other: i32, b: i32): void {
  const leaving = features + one * rowLength;
  const arriving = features + other * rowLength;
  const sumA = featureSums + a * (rowLength << 1);
  const sumB = featureSums + b * (rowLength << 1);
  for (let i = 0; i < rowLength; i += 8) {
    const change = i16x8.sub(v128.load8x8_s(arriving + i), v128.load8x8_s(leaving + i));
    v128.store(sumA + (i << 1), i16x8.add(v128.load(sumA + (i << 1)), change));
    v128.store(sumB + (i << 1), i16x8.sub(v128.load(sumB + (i << 1)), change));
  }
  const seatOfOne = get(seatOf, one);
  const seatOfOther = get(seatOf, other);
  set(dinerAt, seatOfOne, other);
  set(dinerAt, seatOfOther, one);
  set(seatOf, one, seatOfOther);
  set(seatOf, other, seatOfOne);
  set(tableOf, one, b);
  set(tableOf, other, a);
}

/** Exchanges the group of one with as many diners of the other's table, without taking another group apart. */
function exchangeGroups(one: i32, other: i32, bits: u32, maxLoss: f64): bool {
  const a = get(tableOf, one);
  const b = get(tableOf, other);
  const count = pickGroups(dinerAt, tableSize, a, one, b, other, bits);
  if (count === 0) return false;
  const before = worthAt(a) + worthAt(b);
  exchangePicked(count, a, b);
  const gain = worthAt(a) + worthAt(b) - before;
  if (gain + maxLoss >= 0 && allowsTables(a, b)) return true;
  exchangePicked(count, b, a);
  return false;
}

function worthAt(table: i32): f64 {
  const bonus = usesTerms && hasWishes ? bonusOf(dinerAt, tableOf, tableSize, table) : 0;
  return worthOf(get(tableScores, table), get(boostCounts, table)) + <f64>(bonus - get(tableCosts, table));
}

function exchangePicked(count: i32, a: i32, b: i32): void {
  for (let i = 0; i < count; i++) {
    const one = pickedOf(0, i);
    const other = pickedOf(1, i);
    exchange(one, a, other, b);
  }
  scoreTable(a);
  scoreTable(b);
}

function pickAnyDiner(bits: u32): i32 {
  return <i32>((((bits >>> 4) & 0xffff) * dinerCount) >>> 16);
}

function pickTablemateOfPartner(diner: i32, bits: u32): i32 {
  const partner = get(partners, diner * partnersPerDiner + <i32>((bits >>> 5) & (partnersPerDiner - 1)));
  const seat = get(seatOf, partner) + 1 + <i32>((((bits >>> 9) & 2047) * (tableSize - 1)) >>> 11);
  const end = (get(tableOf, partner) + 1) * tableSize;
  return get(dinerAt, seat < end ? seat : seat - tableSize);
}

function scoreTable(table: i32): void {
  let sum = 0;
  let boostCount = 0;
  for (let seat = table * tableSize; seat < (table + 1) * tableSize; seat++) {
    const diner = get(dinerAt, seat);
    boostCount += get(boosts, diner);
    const score = scoreReplacing(diner, table, diner);
    set(dinerScores, diner, score);
    sum += score;
  }
  // Every pair was added twice.
  set(tableScores, table, sum >> 1);
  set(boostCounts, table, boostCount);
  if (usesTerms) set(tableCosts, table, costReplacing(dinerAt, tableSize, table, -1, -1));
}

function scoreReplacing(diner: i32, table: i32, leaving: i32): i32 {
  let score = i32x4.splat(0);
  const sum = featureSums + table * (rowLength << 1);
  const row = features + leaving * rowLength;
  for (let i = 0; i < rowLength; i += 8) {
    const rest = i16x8.sub(v128.load(sum + (i << 1)), v128.load8x8_s(row + i));
    score = i32x4.add(score, i32x4.dot_i16x8_s(weightedFeatures(diner, i), rest));
  }
  return addLanes(score);
}

function weightedFeatures(diner: i32, from: i32): v128 {
  return i16x8.mul(v128.load8x8_s(features + diner * rowLength + from), v128.load(factors + (from << 1)));
}

function addLanes(four: v128): i32 {
  const two = i32x4.add(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

function worthOf(score: i32, boostCount: i32): f64 {
  const missing = <f64>(minScore + (boostCount > 0 ? boost : 0) - score);
  return missing <= 0
    ? <f64>score
    : <f64>score - penaltySlope * missing - floor((penaltySlope * missing * missing) / <f64>halfPoint);
}

function nextUint32(): u32 {
  randomState += 0x6d2b79f5;
  let mixed = <u32>randomState;
  mixed = (mixed ^ (mixed >>> 15)) * (mixed | 1);
  mixed ^= mixed + (mixed ^ (mixed >>> 7)) * (mixed | 61);
  return mixed ^ (mixed >>> 14);
}
