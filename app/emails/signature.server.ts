import { createHmac, timingSafeEqual } from "node:crypto";

/** What a link in a mail lets its reader do without signing in, under our hand: nobody else can say it, or more. */
export const sign = ({ SESSION_SECRET }: Env, ...said: string[]) =>
  createHmac("sha256", SESSION_SECRET).update(JSON.stringify(said)).digest("base64url");

export function isSignatureValid(env: Env, given: string | null, ...said: string[]): boolean {
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(sign(env, ...said))];
  return one.length === other.length && timingSafeEqual(one, other);
}
