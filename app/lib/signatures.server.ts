import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { remember } from "./remember.ts";

type Secrets = Pick<Env, "SESSION_SECRET" | "SESSION_SECRET_PREVIOUS">;

/** Each use has its own key, so a signature for one use is worthless for another. */
type Use =
  | "account key"
  | "account link"
  | "account origin"
  | "auth cookie"
  | "avoidance"
  | "calendar feed"
  | "calendar link"
  | "cancel link"
  | "face"
  | "first answer"
  | "feedback link"
  | "feedback mate"
  | "feedback photo"
  | "contest link"
  | "desk form"
  | "emailed address"
  | "host link"
  | "link device"
  | "link session"
  | "local google"
  | "local stripe"
  | "sheet link"
  | "together link"
  | "tonight"
  | "unsubscribe link"
  | "wide network";

const deriveKey = remember(
  (secret: string, use: Use) => `${use} ${secret}`,
  (secret, use) => Buffer.from(hkdfSync("sha256", secret, "", use, 32)),
);

const signWith = (secret: string, use: Use, parts: string[]) =>
  createHmac("sha256", deriveKey(secret, use)).update(JSON.stringify(parts)).digest("base64url");

export const sign = ({ SESSION_SECRET }: Secrets, use: Use, ...parts: string[]): string =>
  signWith(SESSION_SECRET, use, parts);

/** While the secret is being changed, signatures of the previous one are still valid. */
export function isSignatureValid(
  secrets: Secrets,
  given: string | null,
  use: Use,
  ...parts: string[]
): boolean {
  const signature = Buffer.from(given ?? "");
  return listSecrets(secrets).some((secret) => {
    const expected = Buffer.from(signWith(secret, use, parts));
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}

const cipher = "aes-256-gcm";

/** Encrypts what only the club may read, for the database. */
export function seal({ SESSION_SECRET }: Secrets, use: Use, text: string): string {
  const nonce = randomBytes(12);
  const encryption = createCipheriv(cipher, deriveKey(SESSION_SECRET ?? "", use), nonce);
  const encrypted = [encryption.update(text, "utf8"), encryption.final()];
  return Buffer.concat([nonce, ...encrypted, encryption.getAuthTag()]).toString("base64url");
}

/** Undefined if it was encrypted with another secret. */
export function unseal(secrets: Secrets, use: Use, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  for (const secret of listSecrets(secrets))
    try {
      const decryption = createDecipheriv(cipher, deriveKey(secret ?? "", use), bytes.subarray(0, 12));
      decryption.setAuthTag(bytes.subarray(-16));
      return decryption.update(bytes.subarray(12, -16), undefined, "utf8") + decryption.final("utf8");
    } catch {
      // The previous secret is tried next.
    }
}

/** The keys of one use, the current one first. */
export const listKeys = (secrets: Secrets, use: Use): string[] =>
  listSecrets(secrets).map((secret) => deriveKey(secret, use).toString("base64url"));

const listSecrets = ({ SESSION_SECRET, SESSION_SECRET_PREVIOUS }: Secrets) =>
  SESSION_SECRET_PREVIOUS ? [SESSION_SECRET, SESSION_SECRET_PREVIOUS] : [SESSION_SECRET];

/** Links with a token in the database. */
export type LinkPurpose = "confirm" | "reset" | "change-email";

export type SignedPurpose = LinkPurpose | "city" | "friend" | "line" | "stop-recovery";

const idBytes = 16;
const idLength = 22;

/** The database stores only the id, from which nobody can make the token without the club's secret. */
export const newLinkId = () => randomBytes(idBytes).toString("base64url");

export const toLinkToken = (env: Env, purpose: SignedPurpose, linkId: string) =>
  linkId + sign(env, "account link", purpose, linkId);

/** The id in the token, if its signature is valid. */
export function readLinkToken(env: Env, purpose: SignedPurpose, token: string | null): string | undefined {
  const [linkId, signature] = [token?.slice(0, idLength) ?? "", token?.slice(idLength) ?? ""];
  return isSignatureValid(env, signature, "account link", purpose, linkId) ? linkId : undefined;
}

/** The query of a page that gets the token. A longer token is never ours, and browsers refuse a redirect with a long address. */
export const tokenQuery = (token: string) => new URLSearchParams({ token: token.slice(0, 100) });
