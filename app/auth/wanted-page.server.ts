import type { AppLoadContext } from "@remix-run/cloudflare";
import { isShortPath } from "#app/lib/safe-redirect.ts";

/** Remembers where a visitor wanted to go until they have signed in. */
export function rememberWantedPage(context: AppLoadContext, path: string): void {
  if (isShortPath(path)) context.cookies.set("next", path);
  else forgetWantedPage(context);
}

export function readWantedPage({ cookies }: AppLoadContext): string | null {
  const path = cookies.get("next");
  return path && isShortPath(path) ? path : null;
}

export function forgetWantedPage({ cookies }: AppLoadContext): void {
  if (cookies.get("next")) cookies.delete("next");
}
