import type { AppLoadContext } from "@remix-run/cloudflare";
import { newToken } from "./tokens.server.ts";
import { forgetWantedPage, readWantedPage, rememberWantedPage } from "./wanted-page.server.ts";

/** Returns the code verifier. It waits in a cookie until Google sends the browser back, as does the wanted page. */
export function beginGoogleFlow(context: AppLoadContext, next: string): string {
  const codeVerifier = newToken();
  context.cookies.set("verifier", codeVerifier);
  if (next) rememberWantedPage(context, next);
  else forgetWantedPage(context);
  return codeVerifier;
}

export function endGoogleFlow(context: AppLoadContext) {
  const [codeVerifier, next] = [context.cookies.get("verifier"), readWantedPage(context)];
  for (const name of ["auth", "verifier"] as const) context.cookies.delete(name);
  forgetWantedPage(context);
  return { codeVerifier, next };
}
