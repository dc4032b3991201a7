import type { AppLoadContext } from "@remix-run/cloudflare";

/** Keeps where a visitor wanted to go until they have signed in. */
export function rememberWantedPage(context: AppLoadContext, path: string): void {
  if (path.startsWith("/") && path.length < 500) context.cookies.set("next", path);
  else forgetWantedPage(context);
}

export const readWantedPage = ({ cookies }: AppLoadContext): string | null => cookies.get("next") ?? null;

export function forgetWantedPage({ cookies }: AppLoadContext): void {
  if (cookies.get("next")) cookies.delete("next");
}
