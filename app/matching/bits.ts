/** Sets are bits, in as many words as they need. The set begins at the word `from`. */
export const wordBits = 32;

export const addBit = (sets: Int32Array, from: number, bit: number) => {
  const at = from + (bit >>> 5);
  sets[at] = (sets[at] as number) | (1 << (bit & 31));
};

export const removeBit = (sets: Int32Array, from: number, bit: number) => {
  const at = from + (bit >>> 5);
  sets[at] = (sets[at] as number) & ~(1 << (bit & 31));
};

export const hasBit = (sets: Int32Array, from: number, bit: number) =>
  ((sets[from + (bit >>> 5)] as number) & (1 << (bit & 31))) !== 0;

export function countBits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
