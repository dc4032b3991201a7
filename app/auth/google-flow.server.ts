import type { AppLoadContext } from "@remix-run/cloudflare";
import { deleteCookie, readCookie, setCookie } from "#app/http/cookies.ts";
import { newToken } from "./tokens.server.ts";
import { forgetWantedPage, readWantedPage, rememberWantedPage } from "./wanted-page.server.ts";

const maxAgeSeconds = 600;

/** Returns the code verifier. It waits in a cookie until Google sends the browser back, as does the wanted page. */
export function beginGoogleFlow(request: Request, context: AppLoadContext, next: string): string {
  const codeVerifier = newToken();
  setCookie(request, context, { name: "verifier", value: codeVerifier, maxAgeSeconds });
  if (next) rememberWantedPage(request, context, next);
  else forgetWantedPage(request, context);
  return codeVerifier;
}

export function endGoogleFlow(request: Request, context: AppLoadContext) {
  const [codeVerifier, next] = [readCookie(request, "verifier"), readWantedPage(request)];
  for (const name of ["auth", "verifier"]) deleteCookie(request, context, name);
  forgetWantedPage(request, context);
  return { codeVerifier, next };
}
