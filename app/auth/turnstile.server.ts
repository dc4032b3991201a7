import { logError } from "#app/log.ts";

const verifyUrl = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const timeoutMs = 5_000;

/** The public key with which the page shows Turnstile; null if the club has not set Turnstile up. */
export const turnstileSiteKey = (env: Env): string | null =>
  (env.TURNSTILE_SECRET && env.TURNSTILE_SITE_KEY) || null;

/** Whether Turnstile says that a human sent the form; false if it does not answer. */
export async function isHuman(request: Request, env: Env, token: string | undefined): Promise<boolean> {
  if (!turnstileSiteKey(env) || !token || token.length > 2048) return false;
  try {
    const response = await fetch(verifyUrl, {
      method: "POST",
      body: new URLSearchParams({
        secret: env.TURNSTILE_SECRET as string,
        response: token,
        remoteip: request.headers.get("CF-Connecting-IP") ?? "",
      }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return ((await response.json()) as { success?: unknown }).success === true;
  } catch (error) {
    logError("Turnstile did not answer", error);
    return false;
  }
}
