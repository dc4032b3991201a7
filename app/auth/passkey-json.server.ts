import { createPublicKey, type JsonWebKeyInput } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { COSEALG, decodeCredentialPublicKey } from "@simplewebauthn/server/helpers";
import * as z from "zod";

interface Answer<Response> {
  response: Response;
  /** The challenge that the browser says it gave the device. */
  challenge: string;
  /** True in a frame of another site. */
  isFramed: boolean;
}

const maxCredentialIdBytes = 1023;

const base64url = (maxBytes: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil((maxBytes * 4) / 3))
    .regex(/^[\w-]+$/);

const credential = z.object({
  type: z.literal("public-key"),
  id: base64url(maxCredentialIdBytes),
  rawId: base64url(maxCredentialIdBytes),
  clientExtensionResults: z.object({}).catch({}),
});

const registrationJson = credential.extend({
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .catch([]),
  }),
});

const assertionJson = credential.extend({
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(1024),
    userHandle: base64url(64)
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
});

const clientDataJson = z.object({
  challenge: z.string().min(1).max(200),
  crossOrigin: z.boolean().optional(),
});

export const readRegistration = (json: string): Answer<RegistrationResponseJSON> | undefined =>
  readAnswer(registrationJson, json);

export const readAssertion = (json: string): Answer<AuthenticationResponseJSON> | undefined =>
  readAnswer(assertionJson, json);

function readAnswer<Response extends { response: { clientDataJSON: string } }>(
  schema: z.ZodType<Response>,
  json: string,
): Answer<Response> | undefined {
  try {
    const response = schema.parse(JSON.parse(json));
    const clientData = Buffer.from(response.response.clientDataJSON, "base64url").toString();
    const { challenge, crossOrigin = false } = clientDataJson.parse(JSON.parse(clientData));
    return { response, challenge, isFramed: crossOrigin };
  } catch {
    return undefined;
  }
}

/** In order of preference. */
export const algorithms = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

/** The library checks a new key only when the key signs in for the first time. */
export function isUsableKey(publicKey: Uint8Array<ArrayBuffer>): boolean {
  try {
    createPublicKey({ key: toJwk(publicKey), format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

/** COSE numbers the members of a key: 1 is its type, 3 its algorithm, and the numbers below zero depend on the type. */
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
