import { createHash, createPublicKey, verify } from "node:crypto";
import { type CBORType, decodeCBOR, decodePartialCBOR } from "@levischuck/tiny-cbor";
import * as z from "zod";

export type PublicJwk =
  | { kty: "EC"; crv: "P-256"; x: string; y: string }
  | { kty: "OKP"; crv: "Ed25519"; x: string }
  | { kty: "RSA"; n: string; e: string };

/** COSE numbers, in the order in which we prefer them. */
export const algorithms = { ES256: -7, EdDSA: -8, RS256: -257 };

export interface ClientData {
  type: "webauthn.create" | "webauthn.get";
  challenge: string;
  origin: string;
  crossOrigin?: boolean | undefined;
}

export interface AuthenticatorData {
  rpIdHash: Buffer;
  isUserPresent: boolean;
  isUserVerified: boolean;
  counter: number;
}

export interface Registration {
  clientData: ClientData;
  authenticator: AuthenticatorData;
  credentialId: string;
  publicKey: PublicJwk;
  transports: string[];
}

export interface Assertion {
  clientData: ClientData;
  authenticator: AuthenticatorData;
  credentialId: string;
  /** Which account the device means; it may be missing where we named the credential. */
  userHandle: string | undefined;
  signedBytes: Buffer;
  signature: Buffer;
}

const maxCredentialIdBytes = 1023;

const base64url = (maxBytes: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil((maxBytes * 4) / 3))
    .regex(/^[\w-]+$/);
const bytes = (maxBytes: number) => base64url(maxBytes).transform((text) => Buffer.from(text, "base64url"));

const credential = z.object({ type: z.literal("public-key"), id: base64url(maxCredentialIdBytes) });

const registrationJson = credential.extend({
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .catch([]),
  }),
});

const assertionJson = credential.extend({
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(1024),
    userHandle: base64url(64).nullish(),
  }),
});

const clientDataJson = z.object({
  type: z.enum(["webauthn.create", "webauthn.get"]),
  challenge: z.string().min(1).max(200),
  origin: z.string().max(500),
  crossOrigin: z.boolean().optional(),
});

/** What the browser made of a new passkey; undefined where it can't be read. */
export const readRegistration = (json: string): Registration | undefined =>
  orUndefined(() => {
    const { id, response } = registrationJson.parse(JSON.parse(json));
    const attestation = decodeCBOR(copyBytes(response.attestationObject));
    if (!(attestation instanceof Map)) throw new Error("The attestation is not a map");
    const authenticatorData = asBytes(attestation.get("authData"));
    const { credentialId, publicKey } = parseNewCredential(authenticatorData);
    if (credentialId !== id) throw new Error("Two credential ids");
    return {
      clientData: parseClientData(response.clientDataJSON),
      authenticator: parseAuthenticatorData(authenticatorData),
      credentialId,
      publicKey,
      transports: response.transports,
    };
  });

/** What a passkey has signed; undefined where it can't be read. */
export const readAssertion = (json: string): Assertion | undefined =>
  orUndefined(() => {
    const { id, response } = assertionJson.parse(JSON.parse(json));
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return {
      clientData: parseClientData(clientDataJSON),
      authenticator: parseAuthenticatorData(authenticatorData),
      credentialId: id,
      userHandle: userHandle ?? undefined,
      signedBytes: Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
      signature,
    };
  });

export function isSignatureRight(publicKey: PublicJwk, { signedBytes, signature }: Assertion): boolean {
  const hash = publicKey.kty === "OKP" ? null : "sha256";
  return orUndefined(() => verify(hash, signedBytes, toKey(publicKey), signature)) ?? false;
}

export const isForRpId = ({ rpIdHash }: AuthenticatorData, rpId: string) =>
  sha256(Buffer.from(rpId)).equals(rpIdHash);

function orUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

const sha256 = (data: Buffer) => createHash("sha256").update(data).digest();

const toKey = (publicKey: PublicJwk) => createPublicKey({ key: { ...publicKey }, format: "jwk" });

const parseClientData = (data: Buffer): ClientData => clientDataJson.parse(JSON.parse(data.toString()));

const headerBytes = 37;
const flags = { userPresent: 0x01, userVerified: 0x04, newCredential: 0x40, extensions: 0x80 };

function parseAuthenticatorData(data: Buffer): AuthenticatorData {
  const flag = data.readUInt8(32);
  return {
    rpIdHash: data.subarray(0, 32),
    isUserPresent: (flag & flags.userPresent) !== 0,
    isUserVerified: (flag & flags.userVerified) !== 0,
    counter: data.readUInt32BE(33),
  };
}

/** After the header: 16 bytes that name the model, the id with its length, the key, and perhaps extensions. */
function parseNewCredential(data: Buffer): { credentialId: string; publicKey: PublicJwk } {
  const flag = data.readUInt8(32);
  if ((flag & flags.newCredential) === 0) throw new Error("No credential");
  const idLength = data.readUInt16BE(headerBytes + 16);
  const idStart = headerBytes + 18;
  const keyStart = idStart + idLength;
  if (idLength > maxCredentialIdBytes) throw new Error("The credential id is too long");
  const [key, keyLength] = decodePartialCBOR(copyBytes(data), keyStart);
  if ((flag & flags.extensions) === 0 && keyStart + keyLength !== data.length)
    throw new Error("More data than announced");
  const publicKey = toJwk(key);
  toKey(publicKey);
  return { credentialId: data.subarray(idStart, keyStart).toString("base64url"), publicKey };
}

/** COSE names the members of a key by number: 1 its type, 3 its algorithm, and those of the type below zero. */
function toJwk(key: CBORType): PublicJwk {
  if (!(key instanceof Map)) throw new Error("The key is not a map");
  const parameters = [key.get(3), key.get(1), key.get(3) === algorithms.RS256 ? undefined : key.get(-1)];
  const member = (name: number, minBytes: number, maxBytes = minBytes) => {
    const value = asBytes(key.get(name));
    if (value.length < minBytes || value.length > maxBytes) throw new Error("A key of another size");
    return value.toString("base64url");
  };
  switch (parameters.join()) {
    case `${algorithms.ES256},2,1`:
      return { kty: "EC", crv: "P-256", x: member(-2, 32), y: member(-3, 32) };
    case `${algorithms.EdDSA},1,6`:
      return { kty: "OKP", crv: "Ed25519", x: member(-2, 32) };
    case `${algorithms.RS256},3,`:
      return { kty: "RSA", n: member(-1, 256, 512), e: member(-2, 1, 4) };
    default:
      throw new Error("A key of another kind");
  }
}

/** The decoder takes no Buffer, and must not see what else is in a Buffer's memory. */
const copyBytes = (data: Buffer) => new Uint8Array(data);

function asBytes(value: CBORType): Buffer {
  if (!(value instanceof Uint8Array)) throw new Error("Not bytes");
  return Buffer.from(value);
}
