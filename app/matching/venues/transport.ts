import { addBit, hasBit, wordBits } from "#app/matching/bits.ts";
import { compareById, type Diner, type Venue } from "#app/matching/match-input.ts";
import { offerKey, suits } from "./needs.ts";

/** Gives each item a slot in a bin that its type can use. The bins are kinds of venues, or venues. */
export class Transport {
  /** How many items of each type are in each bin. */
  readonly flow: Int32Array;
  readonly free: Int32Array;
  readonly #masks: Int32Array;
  readonly #wordCount: number;
  readonly #binCount: number;
  readonly #typeCount: number;
  /** Types of which no more items can be placed. This stays true while items are only added. */
  readonly #isStuck: Uint8Array;

  constructor(masks: Int32Array, wordCount: number, capacities: ArrayLike<number>) {
    this.#masks = masks;
    this.#wordCount = wordCount;
    this.#typeCount = masks.length / wordCount;
    this.#binCount = capacities.length;
    this.free = Int32Array.from(capacities);
    this.flow = new Int32Array(this.#typeCount * this.#binCount);
    this.#isStuck = new Uint8Array(this.#typeCount);
  }

  /** Moves items that are already placed if necessary. Returns whether there is room. */
  place(type: number): boolean {
    if (this.#isStuck[type]) return false;
    for (let bin = 0; bin < this.#binCount; bin++) {
      if ((this.free[bin] as number) <= 0 || !this.#mayUse(type, bin)) continue;
      this.#change(type, bin, 1);
      return true;
    }
    const { last, mover, from, isMover } = this.#findFreeBin(type);
    if (last < 0) {
      for (const [each, isStuck] of isMover.entries()) if (isStuck) this.#isStuck[each] = 1;
      return false;
    }
    this.#shift(last, mover, from);
    return true;
  }

  /** Removes a placed item together with its slot, and returns the bin it was in. */
  take(type: number): number {
    for (let bin = 0; bin < this.#binCount; bin++) {
      const at = type * this.#binCount + bin;
      if ((this.flow[at] as number) === 0) continue;
      this.flow[at] = (this.flow[at] as number) - 1;
      return bin;
    }
    return -1;
  }

  /** Frees the slot of a placed item. */
  remove(type: number): void {
    const bin = this.take(type);
    this.free[bin] = (this.free[bin] as number) + 1;
    this.#isStuck.fill(0);
  }

  /** Moves an item of this type to this bin and removes it with its slot, if all others still have room. */
  takeTo(type: number, bin: number): boolean {
    if (!this.#mayUse(type, bin)) return false;
    const before = this.take(type);
    if (before === bin) return true;
    this.free[before] = (this.free[before] as number) + 1;
    if (this.#makeRoom(bin)) {
      this.free[bin] = (this.free[bin] as number) - 1;
      return true;
    }
    this.#change(type, before, 1);
    return false;
  }

  /** Moves items to free a slot of this bin; returns whether that is possible. */
  #makeRoom(bin: number): boolean {
    if ((this.free[bin] as number) > 0) return true;
    const { last, mover, from } = this.#findFreeBin(this.#typeCount, bin);
    if (last < 0) return false;
    this.#shift(last, mover, from);
    return true;
  }

  /** Searches breadth first, from full bins to bins that their items could move to. */
  #findFreeBin(first: number, onlyBin?: number) {
    const mover = Array<number>(this.#binCount).fill(-1);
    const from = Array<number>(this.#binCount).fill(-1);
    const isMover = new Uint8Array(this.#typeCount);
    const queue: number[] = [];
    for (let bin = 0; bin < this.#binCount; bin++) {
      if (onlyBin === undefined ? !this.#mayUse(first, bin) : bin !== onlyBin) continue;
      mover[bin] = first;
      queue.push(bin);
    }
    if (first < this.#typeCount) isMover[first] = 1;
    // The loop also reaches bins that are added during it.
    for (const bin of queue) {
      if ((this.free[bin] as number) > 0) return { last: bin, mover, from, isMover };
      for (let type = 0; type < this.#typeCount; type++) {
        if (isMover[type] || (this.flow[type * this.#binCount + bin] as number) === 0) continue;
        isMover[type] = 1;
        for (let next = 0; next < this.#binCount; next++) {
          if (mover[next] !== -1 || !this.#mayUse(type, next)) continue;
          mover[next] = type;
          from[next] = bin;
          queue.push(next);
        }
      }
    }
    return { last: -1, mover, from, isMover };
  }

  #shift(last: number, mover: readonly number[], from: readonly number[]): void {
    for (let bin = last; bin >= 0; bin = from[bin] as number) {
      const type = mover[bin] as number;
      if (type < this.#typeCount) this.#change(type, bin, 1);
      if ((from[bin] as number) >= 0) this.#change(type, from[bin] as number, -1);
    }
  }

  #mayUse(type: number, bin: number): boolean {
    return hasBit(this.#masks, type * this.#wordCount, bin);
  }

  #change(type: number, bin: number, added: 1 | -1): void {
    const at = type * this.#binCount + bin;
    this.flow[at] = (this.flow[at] as number) + added;
    this.free[bin] = (this.free[bin] as number) - added;
  }
}

/** Items with the same mask are of one type. */
export function groupByMask(masks: Int32Array, wordCount: number): { typeOf: Int32Array; masks: Int32Array } {
  const types = new Map<string, number>();
  const typeMasks: number[] = [];
  const typeOf = Int32Array.from({ length: masks.length / wordCount }, (_, item) => {
    const mask = masks.subarray(item * wordCount, (item + 1) * wordCount);
    const key = mask.join();
    let type = types.get(key);
    if (type === undefined) {
      type = types.size;
      types.set(key, type);
      typeMasks.push(...mask);
    }
    return type;
  });
  return { typeOf, masks: Int32Array.from(typeMasks) };
}

/**
 * Returns the venue of each table, for as many tables as possible, the first ones before the others; null if there is none. In
 * this order, each table gets the first venue by id that leaves room for the others.
 */
export function placeTables(
  tables: readonly (readonly Diner[])[],
  venues: readonly Venue[],
): (string | null)[] {
  const free = venues
    .filter((venue) => venue.tables > 0)
    .sort(compareById)
    .map((venue) => ({ venue, left: venue.tables }));
  const bins = [...Map.groupBy(free, ({ venue }) => offerKey(venue)).values()];
  const wordCount = Math.max(1, Math.ceil(bins.length / wordBits));
  const tableMasks = new Int32Array(tables.length * wordCount);
  for (const [i, diners] of tables.entries())
    for (const [bin, [first]] of bins.entries())
      if (first && diners.every((diner) => suits(first.venue, diner))) addBit(tableMasks, i * wordCount, bin);
  const { typeOf, masks } = groupByMask(tableMasks, wordCount);
  const transport = new Transport(
    masks,
    wordCount,
    bins.map((bin) => bin.reduce((sum, { left }) => sum + left, 0)),
  );
  const isPlaced = [...typeOf].map((type) => transport.place(type));
  const inOrder = free.map((each) => ({ each, bin: bins.findIndex((bin) => bin.includes(each)) }));
  // A venue that leaves no room for the others leaves none for any later table of this type either.
  const hasNoRoom = new Uint8Array((masks.length / wordCount) * bins.length);
  return [...typeOf].map((type, i) => {
    if (!isPlaced[i]) return null;
    for (const { each, bin } of inOrder) {
      const pair = type * bins.length + bin;
      if (each.left === 0 || hasNoRoom[pair]) continue;
      if (transport.takeTo(type, bin)) {
        each.left--;
        return each.venue.id;
      }
      hasNoRoom[pair] = 1;
    }
    return null;
  });
}
