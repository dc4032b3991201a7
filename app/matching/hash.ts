/** A 128-bit hash that distinguishes seatings; it is not cryptographic. */
export function hashText(text: string): string {
  const factors = [0x01000193, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
  return factors
    .map((factor, lane) => {
      let hash = 0x811c9dc5 ^ lane;
      for (let i = 0; i < text.length; i++) {
        hash = Math.imul(hash ^ text.charCodeAt(i), factor);
        hash ^= hash >>> 15;
      }
      return (hash >>> 0).toString(16).padStart(8, "0");
    })
    .join("");
}
