import type { AppLoadContext } from "@remix-run/cloudflare";
import { deleteCookie, readCookie, setCookie } from "#app/http/cookies.ts";
import { newToken } from "./tokens.server.ts";

const maxAgeSeconds = 600;

/** Returns the code verifier. Both cookies wait in the browser until Google sends it back. */
export function beginGoogleFlow(request: Request, context: AppLoadContext, next: string): string {
  const codeVerifier = newToken();
  setCookie(request, context, { name: "verifier", value: codeVerifier, maxAgeSeconds });
  if (next.startsWith("/") && next.length < 500)
    setCookie(request, context, {
      name: "next",
      value: Buffer.from(next).toString("base64url"),
      maxAgeSeconds,
    });
  return codeVerifier;
}

export function endGoogleFlow(request: Request, context: AppLoadContext) {
  const [codeVerifier, next] = [readCookie(request, "verifier"), readCookie(request, "next")];
  for (const name of ["auth", "verifier", "next"]) deleteCookie(request, context, name);
  return { codeVerifier, next: Buffer.from(next ?? "", "base64url").toString() };
}
