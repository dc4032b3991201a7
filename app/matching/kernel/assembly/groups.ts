/** The inner loop of app/matching/groups/group-board.ts: tries swaps between groups. */
import { allocate, get, set } from "./memory";

export let groupOf: usize = 0;
/** Relative to the lowest pair; one row for each element, padded with zeros to a multiple of four. */
export let pairScores: usize = 0;
export let rowLength: i32 = 0;
export let ownScores: usize = 0;
/** The first `rowLength` limits are repeated at the end. */
export let lossLimits: usize = 0;

let elementCount: i32 = 0;
let groupCount: i32 = 0;
let groupScores: usize = 0;
let gains: usize = 0;
let bestGain: i32 = 0;

const forbiddenGain: i32 = -(1 << 30);

export function initialize(elements: i32, groups: i32, lossLimitCount: i32): void {
  elementCount = elements;
  groupCount = groups;
  rowLength = (elementCount + 3) & ~3;
  groupOf = allocate(rowLength << 2);
  pairScores = allocate((elementCount * rowLength) << 2);
  ownScores = allocate(rowLength << 2);
  lossLimits = allocate((lossLimitCount + rowLength) << 2);
  groupScores = allocate((groupCount * rowLength) << 2);
  gains = allocate(groupCount << 2);
}

export function computeScores(): void {
  const rowBytes = rowLength << 2;
  memory.fill(groupScores, 0, groupCount * rowBytes);
  for (let one = 0; one < elementCount; one++) {
    const scores = groupScores + get(groupOf, one) * rowBytes;
    const pairs = pairScores + one * rowBytes;
    for (let i = 0; i < rowBytes; i += 16)
      v128.store(scores + i, i32x4.add(v128.load(scores + i), v128.load(pairs + i)));
  }
  for (let one = 0; one < elementCount; one++) set(ownScores, one, scoreWith(one, get(groupOf, one)));
}

export function offerSwaps(one: i32, firstLimit: i32): i32 {
  let accepted = 0;
  let scores = computeGains(one);
  const limits = lossLimits + (firstLimit << 2);
  for (let four = 0; four < elementCount; four += 4) {
    // Most often none of the four can be accepted, even in the best group.
    const i = four << 2;
    const without = i32x4.sub(v128.load(scores + i), v128.load(ownScores + i));
    const upperBounds = i32x4.add(i32x4.add(without, v128.load(limits + i)), i32x4.splat(bestGain));
    if (i32x4.bitmask(upperBounds) === 15) continue;
    for (let other = four; other < min(four + 4, elementCount); other++) {
      const gain =
        get(scores, other) - get(ownScores, other) + get(gains, get(groupOf, other)) + get(limits, other);
      if (gain < 0 || gain < 2 * get(pairScores, one * rowLength + other)) continue;
      swap(one, other);
      scores = computeGains(one);
      accepted++;
    }
  }
  return accepted;
}

function computeGains(one: i32): usize {
  const here = get(groupOf, one);
  const ownScore = get(ownScores, one);
  bestGain = forbiddenGain;
  for (let group = 0; group < groupCount; group++) {
    const gain = group === here ? forbiddenGain : scoreWith(one, group) - ownScore;
    set(gains, group, gain);
    bestGain = max(bestGain, gain);
  }
  return groupScores + ((here * rowLength) << 2);
}

function swap(one: i32, other: i32): void {
  const here = get(groupOf, one);
  const there = get(groupOf, other);
  set(groupOf, one, there);
  set(groupOf, other, here);
  const rowBytes = rowLength << 2;
  const scoresHere = groupScores + here * rowBytes;
  const scoresThere = groupScores + there * rowBytes;
  const leaving = pairScores + one * rowBytes;
  const arriving = pairScores + other * rowBytes;
  for (let i = 0; i < rowBytes; i += 16) {
    const change = i32x4.sub(v128.load(arriving + i), v128.load(leaving + i));
    v128.store(scoresHere + i, i32x4.add(v128.load(scoresHere + i), change));
    v128.store(scoresThere + i, i32x4.sub(v128.load(scoresThere + i), change));
    const groups = v128.load(groupOf + i);
    const gained = v128.and(change, i32x4.eq(groups, i32x4.splat(here)));
    const lost = v128.and(change, i32x4.eq(groups, i32x4.splat(there)));
    v128.store(ownScores + i, i32x4.sub(i32x4.add(v128.load(ownScores + i), gained), lost));
  }
  set(ownScores, one, scoreWith(one, there));
  set(ownScores, other, scoreWith(other, here));
}

function scoreWith(one: i32, group: i32): i32 {
  return get(groupScores, group * rowLength + one);
}
