/** Undefined when fewer bytes are left. */
export function readBytes(bytes: Uint8Array, at: number, length: number): Uint8Array | undefined {
  return at + length <= bytes.length ? bytes.subarray(at, at + length) : undefined;
}

export const readBig16 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

export const readBig32 = (bytes: Uint8Array, at: number): number =>
  readBig16(bytes, at) * 0x10000 + readBig16(bytes, at + 2);

export const readLittle16 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);

export const readLittle24 = (bytes: Uint8Array, at: number): number =>
  readLittle16(bytes, at) | ((bytes[at + 2] ?? 0) << 16);

export const readLittle32 = (bytes: Uint8Array, at: number): number =>
  readLittle16(bytes, at) + readLittle16(bytes, at + 2) * 0x10000;

export const readAscii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

export function concatBytes(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
