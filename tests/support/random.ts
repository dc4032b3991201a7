export type Chance = ReturnType<typeof chanceFrom>;

/** What befalls whom, and the same again from the same seed. */
export function chanceFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    happens: (probability: number) => next() < probability,
    oneOf: <Thing>(things: Thing[]) => things[below(things.length)] as Thing,
  };
}
