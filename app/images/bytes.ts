/** Nothing, where there are not that many bytes left. */
export function take(bytes: Uint8Array, at: number, length: number): Uint8Array | undefined {
  return at + length <= bytes.length ? bytes.subarray(at, at + length) : undefined;
}

export const big16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

export const big32 = (bytes: Uint8Array, at: number): number =>
  big16(bytes, at) * 0x10000 + big16(bytes, at + 2);

export const little16 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);

export const little24 = (bytes: Uint8Array, at: number): number =>
  little16(bytes, at) | ((bytes[at + 2] ?? 0) << 16);

export const little32 = (bytes: Uint8Array, at: number): number =>
  little16(bytes, at) + little16(bytes, at + 2) * 0x10000;

export const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

export function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
