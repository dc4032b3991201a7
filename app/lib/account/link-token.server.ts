import { randomBytes } from "node:crypto";
import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";

/** With a token in the database. */
export type LinkPurpose = "confirm" | "reset" | "change-email";

export type SignedPurpose = LinkPurpose | "stop-recovery";

const idBytes = 16;
const idLength = 22;

/** The database keeps the id alone, from which nobody can make the token without the club's secret. */
export const newLinkId = () => randomBytes(idBytes).toString("base64url");

export const toLinkToken = (env: Env, purpose: SignedPurpose, linkId: string) =>
  linkId + sign(env, "account link", purpose, linkId);

/** The id in the token, if its signature is valid. */
export function readLinkToken(env: Env, purpose: SignedPurpose, token: string | null): string | undefined {
  const [linkId, signature] = [token?.slice(0, idLength) ?? "", token?.slice(idLength) ?? ""];
  return isSignatureValid(env, signature, "account link", purpose, linkId) ? linkId : undefined;
}

/** The query of a page that gets the token. A longer one is none of ours, and browsers refuse a redirect with a long address. */
export const tokenQuery = (token: string) => new URLSearchParams({ token: token.slice(0, 100) });
