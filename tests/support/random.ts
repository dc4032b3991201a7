import { onTestFailed } from "vitest";

export type Random = ReturnType<typeof createRandom>;

/** Returns the same sequence for the same seed. */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integerBelow = (limit: number) => Math.floor(next() * limit);
  return {
    integerBelow,
    happens: (probability: number) => next() < probability,
    pick: <Item>(items: Item[]) => items[integerBelow(items.length)] as Item,
  };
}

/** For one test: printed when it fails, and `SEED=… npm test -- FILE` runs it again with the same. */
export function drawSeed(): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  onTestFailed(() => console.log(`Failed with SEED=${seed}`));
  return seed;
}
