/** Groups of diners who sit at one table. */
import { allocate, get, set } from "./memory";

/** By diner, the next of their group, and after the last the first; a diner without a group is the next of themselves. */
export let nextTogether: usize = 0;
/** Whom a swap of groups exchanges: `tableSize` of one table, then of the other. */
let picked: usize = 0;
let maxPicked: i32 = 0;

export function initializeTogether(diners: i32, tableSize: i32): void {
  maxPicked = tableSize;
  nextTogether = allocate(diners << 2);
  picked = allocate((2 * tableSize) << 2);
}

export function pickedOf(side: i32, i: i32): i32 {
  return get(picked, side * maxPicked + i);
}

/** Equally many of both tables, whole groups with these two among them; returns how many, or 0 where there are none. */
export function pickGroups(
  dinerAt: usize,
  tableSize: i32,
  a: i32,
  one: i32,
  b: i32,
  other: i32,
  bits: u32,
): i32 {
  for (let count = max(sizeOf(one), sizeOf(other)); count < tableSize; count++)
    if (
      pickSide(0, dinerAt, tableSize, a, one, bits & 0xffff, count) &&
      pickSide(1, dinerAt, tableSize, b, other, bits >>> 16, count)
    )
      return count;
  return 0;
}

function pickSide(
  side: i32,
  dinerAt: usize,
  tableSize: i32,
  table: i32,
  first: i32,
  bits: u32,
  count: i32,
): bool {
  let picks = addGroup(side, 0, first);
  for (let i = 0; i < tableSize && picks < count; i++) {
    const diner = get(dinerAt, table * tableSize + <i32>((bits + i) % tableSize));
    if (picks + sizeOf(diner) <= count && !isPicked(side, picks, diner)) picks = addGroup(side, picks, diner);
  }
  return picks === count;
}

/** Returns how many are picked then. */
function addGroup(side: i32, picks: i32, first: i32): i32 {
  let count = picks;
  let diner = first;
  do {
    set(picked, side * maxPicked + count++, diner);
    diner = get(nextTogether, diner);
  } while (diner !== first);
  return count;
}

function isPicked(side: i32, picks: i32, diner: i32): bool {
  for (let i = 0; i < picks; i++) if (pickedOf(side, i) === diner) return true;
  return false;
}

function sizeOf(first: i32): i32 {
  let size = 1;
  for (let diner = get(nextTogether, first); diner !== first; diner = get(nextTogether, diner)) size++;
  return size;
}
