import { createPublicKey, type JsonWebKeyInput } from "node:crypto";
import { COSEALG, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";

/** In the order in which we prefer them. */
export const algorithms = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

/** The library looks at a new key only when the key signs in for the first time. */
export function isUsableKey(publicKey: Uint8Array<ArrayBuffer>): boolean {
  try {
    createPublicKey({ key: toJwk(publicKey), format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

/** COSE names the members of a key by number: 1 its type, 3 its algorithm, and those of the type below zero. */
function toJwk(publicKey: Uint8Array<ArrayBuffer>): JsonWebKeyInput["key"] {
  const key = decodeCredentialPublicKey(publicKey) as unknown as Map<number, unknown>;
  const parameters = [key.get(3), key.get(1), key.get(3) === COSEALG.RS256 ? undefined : key.get(-1)];
  const member = (name: number, minBytes: number, maxBytes = minBytes) => {
    const value = key.get(name);
    if (!(value instanceof Uint8Array) || value.length < minBytes || value.length > maxBytes)
      throw new Error("A key of another size");
    return Buffer.from(value).toString("base64url");
  };
  switch (parameters.join()) {
    case `${COSEALG.ES256},2,1`:
      return { kty: "EC", crv: "P-256", x: member(-2, 32), y: member(-3, 32) };
    case `${COSEALG.EdDSA},1,6`:
      return { kty: "OKP", crv: "Ed25519", x: member(-2, 32) };
    case `${COSEALG.RS256},3,`:
      return { kty: "RSA", n: member(-1, 256, 512), e: member(-2, 1, 4) };
    default:
      throw new Error("A key of another kind");
  }
}
