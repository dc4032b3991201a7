import type { AppLoadContext } from "@remix-run/cloudflare";
import { deleteCookie, readCookie, setCookie } from "#app/http/cookies.ts";
import { isSignatureValid, sign } from "#app/lib/signatures.server.ts";

const cookie = "emailed";
const keptSeconds = 3600;
const pauseSeconds = 60;

/** Kept in the browser, because an answer from the database would tell whether an address has an account. */
export function rememberEmailed(request: Request, context: AppLoadContext, address: string): void {
  const emailedAt = `${context.now.getTime()}`;
  const encoded = Buffer.from(address).toString("base64url");
  const signature = sign(context.env, "emailed address", emailedAt, encoded);
  setCookie(request, context, {
    name: cookie,
    value: [emailedAt, encoded, signature].join("."),
    maxAgeSeconds: keptSeconds,
  });
}

export function forgetEmailed(request: Request, context: AppLoadContext): void {
  if (readCookie(request, cookie)) deleteCookie(request, context, cookie);
}

/** The address for which this browser last asked for a confirmation. */
export const findEmailedAddress = (request: Request, context: AppLoadContext): string | null =>
  readEmailed(request, context)?.address ?? null;

/** How long this browser has to wait before the confirmation can be sent to the address again. */
export function resendPauseSeconds(request: Request, context: AppLoadContext, address: string): number {
  const emailed = readEmailed(request, context);
  if (emailed?.address !== address) return 0;
  const seconds = Math.ceil((emailed.at - context.now.getTime()) / 1000) + pauseSeconds;
  return Math.min(pauseSeconds, Math.max(0, seconds));
}

function readEmailed(request: Request, { env }: AppLoadContext) {
  const [emailedAt = "", encoded = "", signature = ""] = readCookie(request, cookie)?.split(".") ?? [];
  if (!isSignatureValid(env, signature, "emailed address", emailedAt, encoded)) return;
  return { address: Buffer.from(encoded, "base64url").toString(), at: Number(emailedAt) };
}
