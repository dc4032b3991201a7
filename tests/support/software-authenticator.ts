import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type CborValue = Parameters<typeof isoCBOR.encode>[0];

export type Algorithm = "ES256" | "EdDSA" | "RS256";

export interface PasskeyOptions {
  challenge: string;
  rpId?: string;
  rp?: { id: string; name: string };
  user?: { id: string; name: string; displayName: string };
  excludeCredentials?: { id: string }[];
  allowCredentials?: { id: string }[];
  pubKeyCredParams?: { alg: number }[];
  authenticatorSelection?: Record<string, unknown>;
  attestation?: string;
  userVerification?: string;
}

/** What a device or an attacker may do otherwise. */
export interface Deviations {
  type?: string;
  challenge?: string;
  origin?: string;
  crossOrigin?: boolean;
  rpId?: string;
  isUserPresent?: boolean;
  isUserVerified?: boolean;
  counter?: number;
  credentialId?: string;
  userHandle?: string | null;
  /** Signs something else. */
  isTampered?: boolean;
  /** The credential's name in the JSON, but not in what the device made. */
  outerId?: string;
  /** What the device says about itself: nothing, its own signature, or more. */
  attestation?: "packed" | { fmt: string; attStmt: Map<string, CborValue> };
  /** Replaces the key that is sent at registration. */
  coseKey?: CborValue;
}

const toBase64url = (data: string | Uint8Array) => Buffer.from(data).toString("base64url");
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();

/** A passkey made of node:crypto, which answers as a browser does. */
export class SoftwareAuthenticator {
  readonly credentialId = toBase64url(randomBytes(32));
  counter = 0;
  userHandle = "";
  readonly #origin: string;
  readonly #algorithm: Algorithm;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;

  constructor(origin: string, algorithm: Algorithm = "ES256") {
    this.#origin = origin;
    this.#algorithm = algorithm;
    const { publicKey, privateKey } =
      algorithm === "ES256"
        ? generateKeyPairSync("ec", { namedCurve: "P-256" })
        : algorithm === "EdDSA"
          ? generateKeyPairSync("ed25519")
          : generateKeyPairSync("rsa", { modulusLength: 2048 });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** The credential that the browser would send for these options, as JSON. */
  register(options: PasskeyOptions, deviations: Deviations = {}): string {
    this.userHandle = options.user?.id ?? "";
    const { credentialId = this.credentialId, coseKey = this.#coseKey() } = deviations;
    const id = Buffer.from(credentialId, "base64url");
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#header(options.rp?.id ?? "", 0x40, deviations),
      Buffer.alloc(16),
      idLength,
      id,
      isoCBOR.encode(coseKey),
    ]);
    const clientData = this.#clientData("webauthn.create", options, deviations);
    const { fmt, attStmt } =
      deviations.attestation === "packed"
        ? this.#signItself(authData, clientData)
        : (deviations.attestation ?? { fmt: "none", attStmt: new Map() });
    const attestation = new Map<string, CborValue>([
      ["fmt", fmt],
      ["attStmt", attStmt],
      ["authData", new Uint8Array(authData)],
    ]);
    return JSON.stringify({
      id: deviations.outerId ?? credentialId,
      rawId: deviations.outerId ?? credentialId,
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: {},
      response: {
        clientDataJSON: toBase64url(clientData),
        attestationObject: toBase64url(isoCBOR.encode(attestation)),
        transports: ["internal", "hybrid"],
      },
    });
  }

  /** The assertion that the browser would send for these options, as JSON. */
  assert(options: PasskeyOptions, deviations: Deviations = {}): string {
    const { credentialId = this.credentialId, userHandle = this.userHandle } = deviations;
    const clientData = this.#clientData("webauthn.get", options, deviations);
    const authenticatorData = this.#header(options.rpId ?? "", 0, deviations);
    const signedBytes = Buffer.concat([
      authenticatorData,
      sha256(deviations.isTampered ? `${clientData} ` : clientData),
    ]);
    const signature = this.#sign(signedBytes);
    return JSON.stringify({
      id: credentialId,
      rawId: credentialId,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: toBase64url(clientData),
        authenticatorData: toBase64url(authenticatorData),
        signature: toBase64url(signature),
        userHandle,
      },
    });
  }

  #sign(data: Uint8Array): Buffer {
    return sign(this.#algorithm === "EdDSA" ? null : "sha256", data, this.#privateKey);
  }

  #signItself(authData: Buffer, clientData: string) {
    const sig = new Uint8Array(this.#sign(Buffer.concat([authData, sha256(clientData)])));
    const alg = { ES256: -7, EdDSA: -8, RS256: -257 }[this.#algorithm];
    const attStmt = new Map<string, CborValue>([
      ["alg", alg],
      ["sig", sig],
    ]);
    return { fmt: "packed", attStmt };
  }

  #clientData(type: string, { challenge }: PasskeyOptions, deviations: Deviations): string {
    const { crossOrigin = false } = deviations;
    return JSON.stringify({
      type: deviations.type ?? type,
      challenge: deviations.challenge ?? challenge,
      origin: deviations.origin ?? this.#origin,
      crossOrigin,
    });
  }

  #header(rpId: string, moreFlags: number, deviations: Deviations): Buffer {
    const { isUserPresent = true, isUserVerified = true, counter = this.counter } = deviations;
    const rest = Buffer.alloc(5);
    rest.writeUInt8((isUserPresent ? 0x01 : 0) | (isUserVerified ? 0x04 : 0) | moreFlags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(deviations.rpId ?? rpId), rest]);
  }

  #coseKey(): CborValue {
    const jwk = this.#publicKey.export({ format: "jwk" }) as Record<string, string>;
    const member = (name: string) => new Uint8Array(Buffer.from(jwk[name] ?? "", "base64url"));
    switch (this.#algorithm) {
      case "ES256":
        return new Map<number, CborValue>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, member("x")],
          [-3, member("y")],
        ]);
      case "EdDSA":
        return new Map<number, CborValue>([
          [1, 1],
          [3, -8],
          [-1, 6],
          [-2, member("x")],
        ]);
      case "RS256":
        return new Map<number, CborValue>([
          [1, 3],
          [3, -257],
          [-1, member("n")],
          [-2, member("e")],
        ]);
    }
  }
}
