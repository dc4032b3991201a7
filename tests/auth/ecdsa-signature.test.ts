import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { AsnParser } from "#app/unused-parts-of-packages.ts";

const toInteger = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);

test.each(["P-256", "P-384", "P-521"])("reads both integers of signatures with %s", (namedCurve) => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve });
  for (let i = 0; i < 200; i++) {
    const der = sign("sha256", Buffer.from(`message ${i}`), privateKey);
    const { r, s } = AsnParser.parse(der);
    const again = Buffer.concat([
      ...[r, s].map((integer) => Buffer.concat([Buffer.from([2, integer.length]), integer])),
    ]);
    expect(der.subarray(der.length - again.length).equals(again)).toBe(true);
    expect(toInteger(r) > 0n && toInteger(s) > 0n).toBe(true);
  }
});

test("refuses what is cut off, longer, of other tags or of too long lengths", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const der = sign("sha256", Buffer.from("message"), privateKey);
  for (let length = 0; length < der.length; length++)
    expect(() => AsnParser.parse(der.subarray(0, length)), String(length)).toThrow();
  const broken = [
    Buffer.concat([der, Buffer.from([0])]),
    ...[0, 1, 2, 3].map((i) => Buffer.from(der.map((byte, at) => (at === i ? 0x83 : byte)))),
  ];
  for (const bytes of broken) expect(() => AsnParser.parse(bytes)).toThrow();
});
