import { createHmac, timingSafeEqual } from "node:crypto";

export const sign = ({ SESSION_SECRET }: Env, ...parts: string[]) =>
  createHmac("sha256", SESSION_SECRET).update(JSON.stringify(parts)).digest("base64url");

export function isSignatureValid(env: Env, given: string | null, ...parts: string[]): boolean {
  const [one, other] = [Buffer.from(given ?? ""), Buffer.from(sign(env, ...parts))];
  return one.length === other.length && timingSafeEqual(one, other);
}
